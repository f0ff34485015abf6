// A full disk is known as one on every runtime, also where it tells only a number.
import { describe, expect, test } from 'vitest'

import { named } from '../../src/host/error-names.ts'

function codeOf(error: unknown): unknown {
  try {
    return named(() => {
      throw error
    })
  } catch (thrown) {
    expect(thrown).toBe(error)
    return (thrown as NodeJS.ErrnoException).code
  }
}

describe('an error of a write', () => {
  test.each([
    ['No space left on device (os error 28)', 'ENOSPC'],
    ['File too large (os error 27)', 'EFBIG'],
    ['Disk quota exceeded (os error 122)', 'EDQUOT'],
    ['Bad file descriptor (os error 9)', undefined],
    ['os error 28 was long ago', undefined],
  ])('that says `%s` has the code %s', (message, code) => {
    expect(codeOf(new Error(message))).toBe(code)
  })

  test('keeps the code that it has', () => {
    expect(codeOf(Object.assign(new Error('x (os error 28)'), { code: 'EIO' }))).toBe('EIO')
  })
})

test('what goes well is answered as it is', () => {
  expect(named(() => 7)).toBe(7)
})
