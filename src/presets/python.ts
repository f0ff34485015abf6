// Presets of Python projects, through the tool that the lock file names, so that the right environment runs.
import { check } from './command.ts'
import type { PresetCommand, Project } from './preset.ts'
import { member, readToml } from './texts.ts'

/** Files that make a directory a Python project. */
const pythonMarks: readonly string[] = [
  'pyproject.toml',
  'setup.py',
  'setup.cfg',
  'requirements.txt',
  'Pipfile',
  'pytest.ini',
  'tox.ini',
  'noxfile.py',
]

export function pythonCommands(project: Project): readonly PresetCommand[] {
  const manifest = readToml(project, 'pyproject.toml')
  const from = pythonMarks.find((file) => (file === 'pyproject.toml' ? manifest !== undefined : project.isFile(file)))
  if (from === undefined) return []
  const has = (tool: string): boolean => member(manifest, 'tool', tool) !== undefined
  const first = (...files: readonly string[]): string | undefined => files.find((file) => project.isFile(file))
  const run = (id: string, kind: PresetCommand['kind'], module: string, file: string) =>
    check(kind, `python:${id}`, `${pythonRunner(project)}python -m ${module}`, file)
  const ruff = first('ruff.toml', '.ruff.toml') ?? (has('ruff') ? 'pyproject.toml' : undefined)
  const mypy = first('mypy.ini', '.mypy.ini') ?? (has('mypy') ? 'pyproject.toml' : undefined)
  const tox = first('tox.ini') ?? (has('tox') ? 'pyproject.toml' : undefined)
  const nox = first('noxfile.py')
  return [
    ...tests(project, has('pytest'), from).map((module) => run('test', 'test', module, from)),
    ...(ruff === undefined ? [] : [run('ruff', 'lint', 'ruff check .', ruff)]),
    ...(mypy === undefined ? [] : [run('mypy', 'type_check', 'mypy .', mypy)]),
    ...(tox === undefined ? [] : [{ ...check('test', 'python:tox', 'tox', tox), required: false }]),
    ...(nox === undefined ? [] : [{ ...check('test', 'python:nox', 'nox', nox), required: false }]),
  ]
}

/** What comes before `python`, with its blank; empty when no tool manages the environment. */
export function pythonRunner(project: Project): string {
  const tools = { 'uv.lock': 'uv', 'poetry.lock': 'poetry', 'pdm.lock': 'pdm', 'Pipfile.lock': 'pipenv' }
  const found = Object.entries(tools).find(([file]) => project.isFile(file))
  return found === undefined ? '' : `${found[1]} run `
}

function tests(project: Project, isConfigured: boolean, from: string): readonly string[] {
  const directory = ['tests', 'test'].find((name) => project.isDirectory(name))
  const isModern = project.isFile('pyproject.toml') || project.isFile('pytest.ini')
  const isNamed = [
    'requirements.txt',
    'requirements-dev.txt',
    'dev-requirements.txt',
    'setup.cfg',
    'setup.py',
    'Pipfile',
  ].some((file) => project.read(file)?.includes('pytest') === true)
  if (isConfigured || project.isFile('pytest.ini') || isNamed) return ['pytest']
  if (directory === undefined || from === 'tox.ini' || from === 'noxfile.py') return []
  return isModern ? ['pytest'] : ['unittest']
}
