// Instants as people write them, always in UTC, from milliseconds since 1970; computed here since only the host may ask the
// machine's calendar. Days to dates after Howard Hinnant, "chrono-compatible low-level date algorithms" (civil_from_days).

const dayMs = 86_400_000

/** `2026-12-01`. */
export function isoDate(instantMs: number): string {
  const shifted = Math.floor(instantMs / dayMs) + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** `2026-12-01T08:30:00.000Z`. */
export function isoInstant(instantMs: number): string {
  const ofDay = instantMs - Math.floor(instantMs / dayMs) * dayMs
  const [hours, minutes] = [Math.floor(ofDay / 3_600_000), Math.floor(ofDay / 60_000) % 60]
  const [seconds, rest] = [Math.floor(ofDay / 1000) % 60, Math.floor(ofDay % 1000)]
  return `${isoDate(instantMs)}T${pad(hours, 2)}:${pad(minutes, 2)}:${pad(seconds, 2)}.${pad(rest, 3)}Z`
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
