import { execFileSync } from 'node:child_process'
import { root } from '../setup/child.mjs'

/** @param {...string} args */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The merge base with `origin/main`, else with `main`, else the last commit. */
function base() {
  for (const main of ['origin/main', 'main']) {
    try {
      return git('merge-base', 'HEAD', main)
    } catch {
      // there is no such branch
    }
  }
  return git('rev-parse', 'HEAD')
}

/** Files changed by the commits since then or not committed yet, including new ones and both names of a rename. */
export const changedFiles = () =>
  [git('diff', '--name-only', '--no-renames', base()), git('ls-files', '--others', '--exclude-standard')]
    .flatMap((output) => output.split('\n'))
    .filter((file) => file !== '')
