// Where Reeve keeps its own files.
import { describe, expect, test } from 'vitest'

import { places } from '../../src/host/places.ts'
import { realHost } from '../../src/host/real.ts'

const placesIn = (environment: Readonly<Record<string, string>>) => places({ ...realHost(), environment })

describe('places', () => {
  test('lie below the XDG variables, and without them below the home directory', () => {
    expect(placesIn({ HOME: '/home/a', XDG_STATE_HOME: '/state/' })).toEqual({
      home: '/home/a',
      configuration: '/home/a/.config/reeve',
      state: '/state/reeve',
      cache: '/home/a/.cache/reeve',
    })
  })

  test('never depend on the working directory: a relative variable is ignored', () => {
    const relative = { HOME: 'here', XDG_CONFIG_HOME: 'config', XDG_STATE_HOME: '.', XDG_CACHE_HOME: '' }
    expect(Object.values(placesIn(relative)).every((path) => path.startsWith('/'))).toBe(true)
  })
})
