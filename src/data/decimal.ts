// Decimals of any size, exact: money must not pass through binary floating point.

export interface Decimal {
  readonly units: bigint
  /** Number of decimal places: the value is units / 10^places. */
  readonly places: number
}

const shape = /^[+-]?(\d{1,400})(?:\.(\d{1,400}))?(?:[eE]([+-]?\d{1,3}))?$/

/** A plain decimal, blanks around it allowed; undefined for everything else (`1,234`, `$12`, `0x10`, ``). */
export function parseDecimal(text: string): Decimal | undefined {
  const trimmed = text.trim()
  const match = shape.exec(trimmed)
  if (!match) return undefined
  const [, whole = '0', fraction = '', exponent = '0'] = match
  const shift = Number(exponent)
  const digits = BigInt(whole + fraction)
  const units = trimmed.startsWith('-') ? -digits : digits
  const places = fraction.length - shift
  return places >= 0 ? { units, places } : { units: units * 10n ** BigInt(-places), places: 0 }
}

export function addDecimal(left: Decimal, right: Decimal): Decimal {
  const places = Math.max(left.places, right.places)
  return { units: scaled(left, places) + scaled(right, places), places }
}

/** Negative, zero or positive, as left is smaller, equal or larger. */
export function compareDecimal(left: Decimal, right: Decimal): number {
  const places = Math.max(left.places, right.places)
  const difference = scaled(left, places) - scaled(right, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The shortest plain text of the value: `60`, `-0.5`. */
export function formatDecimal({ units, places }: Decimal): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const fraction = places === 0 ? '' : digits.slice(-places).replace(/0+$/, '')
  const whole = places === 0 ? digits : digits.slice(0, -places)
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function scaled(value: Decimal, places: number): bigint {
  return value.units * 10n ** BigInt(places - value.places)
}
