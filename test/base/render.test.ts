// Diagnostics as they are shown, and the words that are proposed.
import { describe, expect, test } from 'vitest'

import { nearest } from '../../src/base/nearest.ts'
import { renderDiagnostics } from '../../src/base/render.ts'

function rendered(text: string, at: string, color = false): string {
  const start = text.indexOf(at)
  const span = { file: 'p', start, end: start + at.length }
  const diagnostic = { code: 'RV110', severity: 'error', message: 'm', span, notes: [] } as const
  return renderDiagnostics([diagnostic], [{ file: 'p', text }], { color })
}

describe('a diagnostic', () => {
  test('has its caret under the span behind tabs, wide characters and escapes', () => {
    expect(rendered('\tx', 'x')).toBe('p:1:2: error RV110: m\n  1 |   x\n    |   ^\n')
    expect(rendered('日本x', 'x')).toBe('p:1:3: error RV110: m\n  1 | 日本x\n    |     ^\n')
    expect(rendered('\u001b[1mx', 'x')).toBe('p:1:5: error RV110: m\n  1 | \\e[1mx\n    |      ^\n')
  })

  test('of a very long line shows the part around the span', () => {
    const shown = rendered(`${'a '.repeat(5000)}x${' b'.repeat(5000)}`, 'x')
    expect(shown.split('\n').every((line) => line.length < 140)).toBe(true)
    const [, line = '', carets = ''] = shown.split('\n')
    expect(line[carets.indexOf('^')]).toBe('x')
  })

  test('at the end of a text without a last line break has its place there', () => {
    const span = { file: 'p', start: 3, end: 3 }
    const diagnostic = {
      code: 'RV110',
      severity: 'warning',
      message: 'm',
      span,
      help: 'h',
      notes: [{ message: 'n', span }],
    } as const
    expect(renderDiagnostics([diagnostic], [{ file: 'p', text: 'abc' }], { color: false, nameOf: () => 'dir/p' })).toBe(
      'dir/p:1:4: warning RV110: m\n  1 | abc\n    |    ^\nhelp: h\nnote: dir/p:1:4: n\n',
    )
  })

  test('is coloured only when that is asked for', () => {
    expect(rendered('x', 'x')).not.toContain('\u001b')
    expect(rendered('x', 'x', true)).toContain('\u001b[31merror RV110\u001b[0m')
  })
})

describe('did you mean', () => {
  test.each([
    ['alow', 'allow'],
    ['dney', 'deny'],
    ['criterium', 'criterion'],
    ['EXEC', 'exec'],
  ])('%s: %s', (word, meant) => {
    expect(nearest(word, ['allow', 'ask', 'deny', 'exec', 'criterion'])).toBe(meant)
  })

  test('is silent when nothing is near or two are equally near', () => {
    expect(nearest('frobnicate', ['allow', 'deny'])).toBeUndefined()
    expect(nearest('bat', ['cat', 'hat'])).toBeUndefined()
    expect(nearest('at', ['cat', 'hat', 'at'])).toBe('at')
  })
})
