// What `npm start` and `npm test` run: gets the pinned Bun from npm, lets it install the locked packages, then does the job. Only
// plain Node 20, so that no user's Node or npm version decides which packages are installed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const wanted = manifest.devDependencies.bun
const onWindows = process.platform === 'win32'
const npm = onWindows ? 'npm.cmd' : 'npm'
const [job = 'start'] = process.argv.slice(2)

const bun = ownBun()
install()
if (job === 'start') start()
else if (job === 'test') test()
else if (job !== 'install') fail(`no job \`${job}\`: start, test or install`)

function ownBun() {
  const home = join(root, 'node_modules', '.bootstrap')
  const binary = join(home, 'node_modules', 'bun', 'bin', 'bun.exe')
  if (version(binary) === wanted) return binary
  step(`getting Bun ${wanted} from npm`)
  mkdirSync(home, { recursive: true })
  const flags = [
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--ignore-scripts=false',
  ]
  run(npm, ['install', '--prefix', home, ...flags, `bun@${wanted}`], root)
  if (version(binary) !== wanted)
    run(process.execPath, [join(home, 'node_modules', 'bun', 'install.js')], join(home, 'node_modules', 'bun'))
  if (version(binary) !== wanted)
    fail(
      `npm brought no working Bun ${wanted}`,
      'is the npm registry reachable, and is this a 64-bit Linux, macOS or Windows?',
    )
  return binary
}

function version(binary) {
  if (!existsSync(binary)) return undefined
  return spawnSync(binary, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}

/** Where npm itself would get packages, Bun gets them too. */
function install() {
  step('installing the locked packages')
  const registry = npmSetting('registry')
  const authority = npmSetting('cafile')
  const proxy = npmSetting('https-proxy') ?? npmSetting('proxy')
  run(bun, ['install', '--frozen-lockfile', '--no-progress', ...(authority ? ['--cafile', authority] : [])], root, {
    ...(registry ? { BUN_CONFIG_REGISTRY: registry } : {}),
    ...(proxy ? { HTTPS_PROXY: proxy } : {}),
  })
}

function npmSetting(name) {
  const value = spawnSync(npm, ['config', 'get', name], {
    cwd: root,
    encoding: 'utf8',
    shell: onWindows,
  }).stdout?.trim()
  return value && value !== 'null' && value !== 'undefined' ? value : undefined
}

function build() {
  step('building dist/reeve and dist/reeve.mjs')
  run(bun, [join('.ci', 'build.ts')], root)
}

function start() {
  build()
  step('running the example: dist/reeve demo')
  run(join(root, 'dist', 'reeve'), ['demo'], root)
  say('\nNext: `dist/reeve --help` lists the commands, README.md shows a first policy, `npm test` runs every test.')
}

function test() {
  build()
  step('running every test')
  run(
    bun,
    ['--bun', join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', join('.ci', 'vitest.config.ts')],
    root,
    { REEVE_TEST_NODE: process.execPath },
  )
  say('\nNext: `npm start` shows Reeve at work; `bun run bench` measures it against its peers.')
}

function run(command, args, cwd, variables = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: onWindows && command === npm,
  })
  if (status === 0) return
  if (error) fail(`${command} could not be started: ${error.message}`)
  say(`\n${[command, ...args].join(' ')} ended with ${signal ?? `exit ${status}`}`)
  process.exit(status ?? 1)
}

function step(text) {
  say(`==> ${text}`)
}

function say(text) {
  process.stderr.write(`${text}\n`)
}

function fail(message, help) {
  say(`error: ${message}${help ? `\nhelp: ${help}` : ''}`)
  process.exit(1)
}
