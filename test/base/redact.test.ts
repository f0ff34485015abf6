// Secrets are masked by shape, by name and by value; ordinary output is left alone.
import { describe, expect, test } from 'vitest'

import { redact, secretValues } from '../../src/base/redact.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789'

describe('a secret is masked and its kind is named', () => {
  const cases: readonly (readonly [string, string])[] = [
    [`gh${'p_'}${letters}`, '[redacted:github-token]'],
    [`github_pat_${letters}`, '[redacted:github-token]'],
    [`glpat-${letters.slice(0, 20)}`, '[redacted:gitlab-token]'],
    [`xox${'b'}-123456789-abcdefgh`, '[redacted:slack-token]'],
    [`npm_${letters.slice(0, 36)}`, '[redacted:npm-token]'],
    [`sk-ant-${letters}`, '[redacted:anthropic-key]'],
    [`sk-${letters}`, '[redacted:openai-key]'],
    [`AIza${letters.slice(0, 35)}`, '[redacted:google-key]'],
    [`sk_${'live'}_${letters.slice(0, 24)}`, '[redacted:stripe-key]'],
    ['AKIAIOSFODNN7EXAMPLE', '[redacted:aws-key-id]'],
    [`123456789:AA${letters.slice(0, 33)}`, '[redacted:telegram-token]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP', '[redacted:jwt]'],
    ['password=hunter2', 'password=[redacted:assignment]'],
    ['DB_PASSWORD: "two words"', 'DB_PASSWORD: [redacted:assignment]'],
    ['{"api_key":"abc","x":1}', '{"api_key":[redacted:assignment],"x":1}'],
    ['contraseña = secreta', 'contraseña = [redacted:assignment]'],
    ['mysql --password hunter2 db', 'mysql --password [redacted:assignment] db'],
    ['Authorization: Bearer abc.def', 'Authorization: [redacted:header]'],
    ['Set-Cookie: sid=31d4d96e407aad42; Path=/', 'Set-Cookie: [redacted:cookie]'],
    ['postgres://app:s3cret@db/x', 'postgres://app:[redacted:url-password]@db/x'],
    ['AccountKey=abcdefgh12345678==;Suffix', 'AccountKey=[redacted:azure-key];Suffix'],
    ['a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nb', 'a\n[redacted:private-key]\nb'],
    ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl', '[redacted:private-key]'],
    ['b3Bl\nbnNz\n-----END OPENSSH PRIVATE KEY-----\nok', '[redacted:private-key]\nok'],
  ]
  test.each(cases)('%s', (text, masked) => {
    expect(redact(text)).toBe(masked)
  })
})

test.each([
  'Tests  12 passed (12)',
  'max_tokens: 500',
  'PWD=/root/project',
  'if (password == null) return',
  'https://registry.npmjs.org/react',
  'git@github.com:owner/name.git',
  `sha256 ${'0123456789abcdef'.repeat(4)}`,
  'the token was refused',
  'sk-learn and task-runner are names',
])('ordinary output stays as it is: %s', (text) => {
  expect(redact(text)).toBe(text)
})

test('what is masked once is masked the same again', () => {
  const once = redact(`password=hunter2 Authorization: Bearer xyz gh${'p_'}${letters}`)
  expect(redact(once)).toBe(once)
})

test('values of variables with secret names are masked wherever they appear, whole values before their parts', () => {
  const secrets = secretValues({
    MY_TOKEN: 'abcdefgh',
    LONG_SECRET: 'abcdefgh-tail',
    HOME: '/root/abcdefgh',
    SHORT_KEY: 'abc',
  })
  expect(secrets).toEqual(['abcdefgh-tail', 'abcdefgh'])
  expect(redact('x abcdefgh-tail y abcdefgh z', secrets)).toBe('x [redacted:environment] y [redacted:environment] z')
})

test('text made to be slow is redacted in time that grows with its length only', () => {
  const hostile = [
    'eyJ-',
    '://',
    'password',
    '-----BEGIN PRIVATE KEY-----',
    'a:',
    'bearer ',
    'x-api-key:',
    '"token":"',
    '--a-',
  ]
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(200_000 / piece.length))
    expect(redact(text).length).toBeLessThanOrEqual(text.length * 8)
  }
})
