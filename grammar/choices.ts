// What each choice of the gate can be; for the parser's hints and for the checks. Apart, so that reading it builds no parser.

export const gateChoices = {
  evidence: ['executed', 'hosted', 'reported'],
  verifier: ['on', 'off'],
  coverage: ['on', 'off'],
  flaky: ['accept', 'review'],
  presence: ['none', 'terminal', 'passphrase'],
} as const
