// Instants against the machine's own calendar.
import { expect, test } from 'vitest'

import { isoDate, isoInstant } from '../../src/base/instant.ts'

test('an instant is written as the calendar writes it, from the year 1 to 9999', () => {
  const first = Date.parse('0001-01-01T00:00:00.000Z')
  const last = Date.parse('9999-12-31T23:59:59.999Z')
  for (let step = 0; step <= 20_000; step++) {
    const instant = first + Math.floor(((last - first) / 20_000) * step)
    expect(isoInstant(instant)).toBe(new Date(instant).toISOString())
  }
})

test('a day begins at midnight in UTC, also before 1970', () => {
  expect(isoDate(-1)).toBe('1969-12-31')
  expect(isoDate(0)).toBe('1970-01-01')
  expect(isoDate(951_782_400_000)).toBe('2000-02-29')
})
