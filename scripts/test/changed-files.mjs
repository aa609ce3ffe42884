import { execFileSync } from 'node:child_process'
import { root } from '../setup/child.mjs'

/** @param {...string} args */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Where the work began: the merge base with `origin/main`, or the last commit when there is none. */
function base() {
  try {
    return git('merge-base', 'HEAD', 'origin/main')
  } catch {
    return git('rev-parse', 'HEAD')
  }
}

/** Files that the commits since then and the uncommitted changes touch; new ones too, of a rename both. */
export const changedFiles = () =>
  [git('diff', '--name-only', '--no-renames', base()), git('ls-files', '--others', '--exclude-standard')]
    .flatMap((output) => output.split('\n'))
    .filter((file) => file !== '')
