// Stories: command-line sessions as text files. Their format is told in test/README.md.

export interface Step {
  readonly line: number
  readonly command: string
  /** Lines typed at a terminal; absent: there is none. With a terminal all output is one stream. */
  readonly typed: readonly string[] | undefined
  readonly stdout: readonly string[] | undefined
  readonly stderr: readonly string[] | undefined
  readonly exit: number
}

export interface Story {
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly steps: readonly Step[]
}

export function parseStory(text: string): Story {
  const files: { path: string; text: string }[] = []
  const steps: Draft[] = []
  let file: { path: string; text: string } | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const opened = /^--- (\S+)$/.exec(line)
    if (opened) {
      file = { path: opened[1] as string, text: '' }
      files.push(file)
    } else if (line === '---') file = undefined
    else if (file) file.text += `${line}\n`
    else readLine(steps, line, index + 1)
  }
  return { files, steps }
}

interface Draft extends Step {
  command: string
  typed: string[] | undefined
  stdout: string[] | undefined
  stderr: string[] | undefined
  exit: number
}

function readLine(steps: Draft[], line: string, number: number): void {
  const step = steps.at(-1)
  if (line.startsWith('$ '))
    steps.push({
      line: number,
      command: line.slice(2),
      typed: undefined,
      stdout: undefined,
      stderr: undefined,
      exit: 0,
    })
  else if (step && line.startsWith('  $ ')) step.command += `\n${line.slice(4)}`
  else if (step && /^<(?: |$)/.test(line)) step.typed = [...(step.typed ?? []), line.slice(2)]
  else if (step && /^\|(?: |$)/.test(line)) step.stdout = [...(step.stdout ?? []), line.slice(2)]
  else if (step && /^!(?: |$)/.test(line)) step.stderr = [...(step.stderr ?? []), line.slice(2)]
  else if (step && line.startsWith('? ')) step.exit = Number(line.slice(2))
  else if (line.trim() !== '' && !line.startsWith('#')) throw new Error(`line ${number} is no part of a story: ${line}`)
}
