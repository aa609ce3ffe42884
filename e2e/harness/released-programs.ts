import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '@svc/e2e/process'
import { contentsOf, programs } from '../../scripts/release/contents.mjs'
import { buildExecutable } from '../../scripts/release/executable.mjs'
import { buildImage } from '../../scripts/release/image.mjs'
import { ownTarget, type Target } from '../../scripts/release/targets.mjs'

const cache = join(repository, 'node_modules/.cache/svc/released')

/** Changes with every build of what a program contains. */
function fingerprint(program: (typeof programs)[number], target: Target): string {
  const sources = [...contentsOf(program, target).values(), ...globSync(join(repository, 'scripts/release/*'))]
  const stats = sources.map((path) => [path, statSync(path).mtimeMs, statSync(path).size])
  return createHash('sha256').update(JSON.stringify(stats)).digest('hex').slice(0, 16)
}

/** The released programs for this machine, built once for all tests: their paths by their names. */
export function releasedPrograms(): Record<string, string> {
  const target = ownTarget as Target
  const built = programs.map((program) => {
    const folder = join(cache, `${program.name}-${fingerprint(program, target)}`)
    if (!existsSync(folder)) {
      for (const old of globSync(join(cache, `${program.name}-*`))) rmSync(old, { recursive: true, force: true })
      // Another process may build the same.
      const unfinished = join(cache, `.${program.name}-${process.pid}`)
      mkdirSync(unfinished, { recursive: true })
      buildExecutable(program, target, unfinished)
      if (existsSync(folder)) rmSync(unfinished, { recursive: true })
      else renameSync(unfinished, folder)
    }
    return [program.name, join(folder, `${program.name}-${target.name}${target.extension}`)] as const
  })
  return Object.fromEntries(built)
}

/** Builds the container images of the released programs in a folder: their paths by the names of the programs. */
export function releasedImages(output: string): Record<string, string> {
  const executables = releasedPrograms()
  const built = programs.map((program) => {
    const executable = executables[program.name] as string
    return [program.name, buildImage(program, { target: ownTarget as Target, version: '1.0.0', executable, output })]
  })
  return Object.fromEntries(built)
}
