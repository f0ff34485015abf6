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

/** Long enough for any kind; made here, so that no text of this file is itself a token. */
const hex = '0123456789abcdef'.repeat(8)
const word = (length: number) => letters.repeat(8).slice(0, length)

describe('synthetic secrets of many services leave nothing of themselves', () => {
  const secrets: readonly (readonly [string, string, string?])[] = [
    ['gho_', word(36)],
    ['ghu_', word(36)],
    ['ghs_', word(36)],
    ['ghr_', word(36)],
    ['glrt-', word(20)],
    ['gldt-', word(20)],
    ['xoxp-', word(40)],
    ['xoxa-', word(40)],
    ['xapp-', word(40)],
    ['https://hooks.slack.com/services/', 'T0AAAA/B0BBBB/abcdefgh12345678'],
    ['pypi-', word(60)],
    ['sk-proj-', word(48)],
    ['sk-svcacct-', word(48)],
    ['gsk_', word(52)],
    ['xai-', word(60)],
    ['pplx-', word(48)],
    ['r8_', word(37)],
    ['nvapi-', word(60)],
    ['ya29.', word(60)],
    ['GOCSPX-', word(28)],
    ['rk_live_', word(24)],
    ['sk_test_', word(24)],
    ['whsec_', word(32)],
    ['SG.', `${word(22)}.${word(43)}`],
    ['hf_', word(34)],
    ['dop_v1_', hex.slice(0, 64)],
    ['ASIA', 'ABCDEFGHIJKLMNOP'],
    ['AGE-SECRET-KEY-1', 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN54KHC'],
    ['dckr_pat_', word(27)],
    ['rubygems_', hex.slice(0, 48)],
    ['cio', word(32)],
    ['oy2', 'abcdefghijklmnopqrstuvwxyz0123456789abcdefg'],
    ['hvs.', word(40)],
    [`${word(14)}.atlasv1.`, word(60)],
    ['shpat_', hex.slice(0, 32)],
    ['sq0atp-', word(22)],
    ['SK', hex.slice(0, 32)],
    ['key-', hex.slice(0, 32)],
    ['', `${hex.slice(0, 32)}-us12`],
    ['re_', `${word(8)}_${word(24)}`],
    ['M', `${word(24)}.${word(6)}.${word(30)}`],
    ['https://discord.com/api/webhooks/', `123456789012345678/${word(60)}`],
    ['glsa_', word(40)],
    ['NRAK-', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0'],
    ['sntrys_', word(60)],
    ['pscale_tkn_', word(40)],
    ['sbp_', hex.slice(0, 40)],
    ['dapi', hex.slice(0, 32)],
    ['lin_api_', word(40)],
    ['ntn_', word(40)],
    ['figd_', word(40)],
    ['PMAK-', `${hex.slice(0, 24)}-${hex.slice(0, 34)}`],
    ['ATATT3', word(60)],
    ['dp.pt.', word(40)],
    ['LTAI', word(20)],
    ['fo1_', word(40)],
    ['aws_secret_access_key = ', word(40)],
    ['AWS_SESSION_TOKEN=', word(60)],
    ['"client_secret": "', word(30), '"'],
    ['db.password: ', 'Tr0ub4dor&3'],
    ['export DB_PASSWD=', 'hunter2hunter2'],
    ['--api-key ', word(24)],
    ['x-api-key: ', word(24)],
    ['Proxy-Authorization: Basic ', 'dXNlcjpwYXNzd29yZA=='],
    ['Cookie: session=', word(32)],
    ['mongodb+srv://app:', 'p4ssw0rd', '@cluster.example.net/db'],
    ['redis://:', 'p4ssw0rd', '@cache:6379/0'],
    ['https://', word(30), '@github.com/o/r.git'],
    ['https://blob.example.net/c?sv=1&sig=', word(44)],
    ['clave = ', 'secretísima1'],
    ['passphrase: "', 'correct horse battery', '"'],
    ['machine x login y password ', 'hunter2hunter2'],
  ]
  test('there are at least sixty', () => expect(secrets.length).toBeGreaterThanOrEqual(60))
  test.each(secrets)('%s', (before, secret = '', after = '') => {
    for (const around of [
      ['', ''],
      ['log: ', ' end\n'],
      ['{"a":"', '"}'],
    ] as const) {
      const masked = redact(`${around[0]}${before}${secret}${after}${around[1]}`)
      for (let at = 0; at + 12 <= secret.length; at++) expect(masked).not.toContain(secret.slice(at, at + 12))
      if (secret.length < 12) expect(masked).not.toContain(secret)
      expect(masked).toContain('[redacted:')
    }
  })
})

describe('innocent look-alikes stay as they are', () => {
  const innocent = [
    `commit ${hex.slice(0, 40)}`,
    `sha256:${hex.slice(0, 64)}`,
    `integrity sha512-${word(86)}==`,
    '  "resolved": "https://registry.npmjs.org/sk/-/sk-1.0.0.tgz"',
    'Tests  128 passed | 3 skipped (131)',
    'Test Suites: 12 passed, 12 total',
    'tokens used: 5321 of 8192',
    'max_tokens=4096 in the request',
    'the password field is required',
    'password must be at least 8 characters',
    'enter your password',
    'secret santa is on friday',
    'the secretary called',
    'if (token === undefined) throw new Error("no token")',
    'export function parseToken(text: string): Token {',
    'unexpected token } in JSON at position 12',
    'SyntaxError: Unexpected token <',
    'function resetPassword(user) {',
    'test_password_is_hashed PASSED',
    'src/auth/password.ts:12:3 - error TS2304',
    'PASS src/token.test.ts',
    'keyboard: us',
    'const tokens = next()',
    'monkey: 5',
    'key: value',
    'primary_key: id',
    'foreign key (user_id) references users(id)',
    'cookie-parser@1.4.7',
    'added 12 packages, and audited 13 packages in 2s',
    'bearer of bad news',
    'basic usage of the tool',
    'Authorization is required to see this page',
    'https://user@example.com/path',
    'ssh git@github.com',
    'git clone https://github.com/owner/name.git',
    'http://127.0.0.1:8080/v1',
    'postgres://localhost:5432/app',
    'postgres://app@db.internal/app',
    'file:///tmp/a:b@c',
    '12:34:56.789 listening on :3000',
    'user: alice',
    'AKIA is the prefix of an access key id',
    'ghp_ is the prefix of a token',
    'sk-learn 1.4 and sk-image 0.22',
    'npm_config_registry=https://registry.npmjs.org/',
    'npm_package_version=1.2.3',
    'hf_hub is a package',
    'SG.1 is a section',
    'eyJ is how base64 of {" begins',
    '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
    '-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----',
    'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJx user@host',
    'uuid 123e4567-e89b-12d3-a456-426614174000',
    'docker pull registry.example.net/app@sha256:abc',
    'key-value store',
    'skip_reason: flaky',
    'SKU 12345',
    'covered 80.00% (8/10) of the lines',
    'All files |   100 |      100 |     100 |   100 |',
    'PWD=/home/user/project',
    'OLDPWD=/home/user',
    'passed: 12, failed: 0',
    'compass: north',
    're_export_all = true',
    'xai-lab and r8_build are names',
    'dp.pt. is a prefix',
  ]
  test('there are at least sixty', () => expect(innocent.length).toBeGreaterThanOrEqual(60))
  test.each(innocent)('%s', (text) => expect(redact(text)).toBe(text))
})
