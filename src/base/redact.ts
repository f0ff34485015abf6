// Secrets are taken out of text before it is kept or shown: by the shapes that well-known services give them, by the names they
// are assigned to, and by the values of our own environment. A net, not a proof: a secret of unknown shape passes. Every pattern
// begins at a literal or a token's start and has bounded repeats, so the whole costs time linear in the text.

interface Shape {
  readonly kind: string
  readonly pattern: RegExp
  /** Kept before the mask: the part of the match that is no secret. */
  readonly keep?: boolean
}

const shapes: readonly Shape[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  // The rest of a key whose beginning was cut away.
  { kind: 'private-key', pattern: /^[A-Za-z0-9+/=\s]*-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g },
  { kind: 'jwt', pattern: /(?<![\w-])eyJ[\w-]{8,4096}\.[\w-]{4,8192}(?:\.[\w-]{0,4096})?/g },
  { kind: 'github-token', pattern: /(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_\w{20,255})/g },
  { kind: 'gitlab-token', pattern: /(?<![\w-])gl(?:pat|dt|rt|ptt|cbt|soat|agent)-[\w-]{16,255}/g },
  { kind: 'slack-token', pattern: /(?<![\w-])xox[abeoprs]-[\w-]{8,255}|(?<![\w-])xapp-[\w-]{8,255}/g },
  { kind: 'slack-webhook', pattern: /hooks\.slack\.com\/services\/[\w/]{8,255}/g },
  { kind: 'npm-token', pattern: /(?<![\w-])npm_[A-Za-z0-9]{30,255}/g },
  { kind: 'pypi-token', pattern: /(?<![\w-])pypi-[\w-]{16,1024}/g },
  { kind: 'anthropic-key', pattern: /(?<![\w-])sk-ant-[\w-]{16,1024}/g },
  { kind: 'openai-key', pattern: /(?<![\w-])sk-[\w-]{16,1024}/g },
  { kind: 'model-key', pattern: /(?<![\w-])(?:gsk_|xai-|pplx-|r8_|nvapi-)[\w-]{20,255}/g },
  { kind: 'google-key', pattern: /(?<![\w-])AIza[\w-]{30,255}/g },
  { kind: 'google-oauth', pattern: /(?<![\w-])ya29\.[\w-]{16,2048}|(?<![\w-])GOCSPX-[\w-]{16,255}/g },
  { kind: 'stripe-key', pattern: /(?<![\w-])(?:[sr]k_(?:live|test)|whsec)_[A-Za-z0-9]{16,255}/g },
  { kind: 'sendgrid-key', pattern: /(?<![\w-])SG\.[\w-]{16,64}\.[\w-]{16,128}/g },
  { kind: 'huggingface-token', pattern: /(?<![\w-])hf_[A-Za-z0-9]{20,255}/g },
  { kind: 'digitalocean-token', pattern: /(?<![\w-])do[opr]_v1_[a-f0-9]{32,128}/g },
  { kind: 'docker-token', pattern: /(?<![\w-])dckr_(?:pat|oat)_[\w-]{20,255}/g },
  {
    kind: 'registry-token',
    pattern: /(?<![\w-])(?:rubygems_[a-f0-9]{40,64}|cio[A-Za-z0-9]{32}(?!\w)|oy2[a-z0-9]{43}(?!\w))/g,
  },
  { kind: 'vault-token', pattern: /(?<![\w-])hv[sbr]\.[\w-]{20,255}/g },
  { kind: 'terraform-token', pattern: /(?<![\w-])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{40,255}/g },
  { kind: 'shopify-token', pattern: /(?<![\w-])shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}(?!\w)/g },
  { kind: 'square-token', pattern: /(?<![\w-])(?:sq0(?:atp|csp|idp)-[\w-]{20,64}|EAAA[\w-]{60}(?![\w-]))/g },
  { kind: 'twilio-key', pattern: /(?<![\w-])SK[a-f0-9]{32}(?!\w)/g },
  {
    kind: 'mail-key',
    pattern:
      /(?<![\w-])(?:key-[a-f0-9]{32}(?!\w)|[a-f0-9]{32}-us\d{1,2}(?!\w)|re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,64}|xkeysib-[a-f0-9]{64}-\w{16})/g,
  },
  { kind: 'discord-token', pattern: /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g },
  { kind: 'discord-webhook', pattern: /discord(?:app)?\.com\/api\/webhooks\/\d{8,24}\/[\w-]{20,128}/g },
  {
    kind: 'monitoring-key',
    pattern: /(?<![\w-])(?:gl(?:sa|c)_[\w+/=-]{20,255}|NRAK-[A-Z0-9]{20,64}|sntry[su]_[\w+/=-]{20,512})/g,
  },
  {
    kind: 'database-token',
    pattern: /(?<![\w-])(?:pscale_(?:tkn|pw|oauth)_[\w.-]{20,255}|sb[pq]_[a-f0-9]{40}(?!\w)|dapi[a-f0-9]{32}(?!\w))/g,
  },
  {
    kind: 'office-token',
    pattern:
      /(?<![\w-])(?:lin_(?:api|oauth)_[A-Za-z0-9]{20,255}|ntn_[A-Za-z0-9]{20,255}|figd_[\w-]{20,255}|PMAK-[a-f0-9]{24}-[a-f0-9]{20,64}|ATATT3[\w=-]{40,255}|dp\.(?:pt|st|ct|sa)\.[\w.]{20,255})/g,
  },
  {
    kind: 'cloud-token',
    pattern:
      /(?<![\w-])(?:LTAI[A-Za-z0-9]{12,24}(?!\w)|fo1_[\w-]{20,255}|FlyV1 fm\d_[\w+/=,-]{20,4096}|v1\.0-[a-f0-9]{24}-[a-f0-9]{64,255})/g,
  },
  { kind: 'telegram-token', pattern: /(?<![\w-])\d{8,10}:AA[\w-]{30,40}/g },
  { kind: 'aws-key-id', pattern: /(?<![\w-])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?!\w)/g },
  { kind: 'age-key', pattern: /(?<![\w-])AGE-SECRET-KEY-1[A-Z0-9]{40,80}/g },
  { kind: 'login-password', pattern: /((?<!\w)login\s{1,8}\S{1,128}\s{1,8}password\s{1,8})\S{1,512}/gi, keep: true },
  {
    kind: 'azure-key',
    pattern: /((?:AccountKey|SharedAccessKey|SharedAccessSignature)=)[^;\s"']{8,512}/gi,
    keep: true,
  },
  {
    kind: 'url-signature',
    pattern: /([?&](?:sig|signature|x-amz-signature|x-amz-security-token|access_token|key)=)[^&\s"'#]{8,4096}/gi,
    keep: true,
  },
  { kind: 'url-password', pattern: /(:\/\/[^\s/:@"'<>]{0,256}:)[^\s/@"'<>]{1,512}(?=@)/g, keep: true },
  { kind: 'url-credential', pattern: /(:\/\/)[^\s/:@"'<>]{16,512}(?=@)/g, keep: true },
  {
    kind: 'header',
    pattern:
      /((?:proxy-)?authorization["']?\s{0,4}[:=]\s{0,4}["']?)(?:(?:bearer|basic|token|digest|negotiate)\s{1,4})?[^\s"',;][^"'\r\n]{0,4096}/gi,
    keep: true,
  },
  { kind: 'cookie', pattern: /((?:set-)?cookie["']?\s{0,4}:\s{0,4}["']?)[^"'\r\n]{1,4096}/gi, keep: true },
  { kind: 'header', pattern: /((?<![\w-])(?:bearer|basic)\s{1,4})[A-Za-z0-9+/_=.~-]{16,4096}/gi, keep: true },
  {
    kind: 'header',
    pattern: /(x-(?:api-key|auth-token|access-token|goog-api-key)["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"',;]{4,4096}/gi,
    keep: true,
  },
]

const secretNames =
  'pass(?:word|wd|phrase)|secret|token(?!s)|api[_-]?key|access[_-]?key|client[_-]?secret|private[_-]?key|signing[_-]?key|encryption[_-]?key|credential|contrase\u00f1a|clave'
const value = `(?:"[^"\\r\\n]{1,4096}"|'[^'\\r\\n]{1,4096}'|[^\\s"'\`,;&|<>{}\\[\\]]{1,4096})`
/** `name = value` in the spellings of shells, JSON, YAML, `.env` and program options. */
const assignment = new RegExp(
  `((?:${secretNames}|(?<![\\w-])pwd(?=[=:]["']?[^\\s/"']))[\\w.-]{0,40}["']?(?:\\s{0,4}(?::|=>?)(?![=:])\\s{0,4}))${value}`,
  'giu',
)
const option = new RegExp(`(--[a-z-]{0,24}(?:${secretNames})[\\w-]{0,24}\\s{1,4})(?!-)${value}`, 'giu')

/** Masks keep the kind and never a part of the value. `secrets` are exact values that must not stay. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let result = text
  for (const secret of secrets) result = result.replaceAll(secret, '[redacted:environment]')
  for (const { kind, pattern, keep } of shapes) {
    result = result.replaceAll(pattern, (_whole, kept: unknown) => `${keep ? kept : ''}[redacted:${kind}]`)
  }
  return result.replaceAll(assignment, maskAssignment).replaceAll(option, maskAssignment)
}

/** `password.ts:12:3` is a place in a file. */
const place = /\.[a-z]{1,5}:\d+(?::\d+)?$/i

function maskAssignment(whole: string, kept: string): string {
  if (place.test(whole)) return whole
  return whole.slice(kept.length).replace(/^["']/, '').startsWith('[redacted:') ? whole : `${kept}[redacted:assignment]`
}

const secretVariable =
  /SECRET|TOKEN|PASSW|PASSPHRASE|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIAL|_KEY$|_AUTH$|_DSN$|DATABASE_URL/i

/** Values of variables whose names say that they are secret; for memory only. Longest first, so that no part of one stays. */
export function secretValues(environment: Readonly<Record<string, string>>): readonly string[] {
  const values = Object.entries(environment)
    .filter(([name, text]) => secretVariable.test(name) && text.length >= 8 && !text.startsWith('/'))
    .flatMap(([, text]) => [text, ...text.split('\n').filter((line) => line.length >= 8)])
  return [...new Set(values)].sort((left, right) => right.length - left.length)
}
