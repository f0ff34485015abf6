// Private files where no directory can be made: told as the file system tells it, and tried only once.
import { expect, test } from 'vitest'

import { writePrivateFile } from '../../src/host/private.ts'
import { realHost } from '../../src/host/real.ts'

test('a place below a directory that takes no names is an error of the file system, not an endless try', () => {
  expect(() => writePrivateFile(realHost(), '/proc/nowhere/reeve/trust.json', '{}')).toThrow(/ENOENT|EACCES|EPERM/)
})
