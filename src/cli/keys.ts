// `reeve keys`: the public halves of this user's keys, for the people who verify.
import { boolean, flag } from 'cmd-ts'

import { encodeJson } from '../base/json.ts'
import { loadKeys } from '../ledger/keys.ts'
import { define } from './define.ts'
import { exit } from './exit.ts'

export const subcommand = define({
  name: 'keys',
  description: 'Show the public keys that sign checkpoints and a person’s acts, made on first use.',
  examples: [{ description: 'show them', command: 'reeve keys' }],
  args: { json: flag({ type: boolean, long: 'json', description: 'one JSON object' }) },
  run: async ({ json }, host) => {
    const { log, attestation } = loadKeys(host)
    const shown = [log, attestation].map(({ path, publicKey }) => ({
      path,
      pem: String(publicKey.export({ format: 'pem', type: 'spki' })),
    }))
    const [first, second] = shown
    if (json) host.terminal.out(`${encodeJson({ log: first, attestation: second })}\n`)
    else for (const { path, pem } of shown) host.terminal.out(`${path}\n${pem}`)
    return exit.ok
  },
})
