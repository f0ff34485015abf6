// A function may stand in for a program. One with a name of its own is read as a part of the text, and calling it is no
// program; one that is named like a program or a built-in makes the text unreadable.
import type { CommandNode, CompoundList, Function as FunctionNode } from 'unbash'

import { describeProgram } from '../programs/describe.ts'
import { isWrapper } from '../programs/wrappers.ts'
import { isBuiltin } from './builtin-names.ts'
import { inside, placeOf, refuse, type Scope, type Spot } from './reader.ts'
import { type Flow, staying } from './where.ts'

/** Reads the body and notes the name where the definition is sure to be made. */
export function defineFunction(
  { reader, scope, where }: Spot,
  node: FunctionNode,
  readBody: (body: CommandNode | CompoundList, scope: Scope) => void,
): Flow {
  const name = node.name.text
  const place = placeOf(scope, node.name)
  if (!/^[A-Za-z_][\w-]*$/.test(name)) refuse(reader, 'a function may hide a program', place)
  else if (isBuiltin(name) || isWrapper(name) || describeProgram(name) !== undefined || everyday.has(name)) {
    refuse(reader, `the function \`${name}\` has the name of a program`, place)
  }
  const moves = reader.moves
  const inner = inside(scope, 'function', { decides: false, functions: new Map(scope.functions) })
  readBody(node.body, inner)
  scope.functions.set(name, reader.moves !== moves)
  return staying(where)
}

/** Programs without a description whose names are no good for a function. */
const everyday = new Set(
  'ansible apt apt-get aws az brew bundle bundler cargo cc clang cmake composer conda crontab cypress docker docker-compose dotnet emacs eslint ffmpeg g++ gcc gem gh gcloud go gofmt gpg gradle gradlew gunzip gzip heroku helm hg httpie http ip iptables java javac jest journalctl just kubectl latexmk ld less lsof make mocha more mount mvn mysql nano nest next ninja nmap open openssl patch phpunit pip pip3 pipenv pipx playwright podman poetry pre-commit prettier protoc ps psql pulumi pytest rails rake redis-cli ruff rspec rustc rustup sbt screen service sqlite3 svn swift systemctl terraform tmux top tox tsc tsx uv uvicorn vagrant vi vim vitest webpack xdg-open xz yq zip unzip'.split(
    ' ',
  ),
)
