import { spawn } from 'node:child_process'

const script = 'read -r _; kill -s TERM -- "-$1"; sleep 3; kill -s KILL -- "-$1"'

/**
 * Ends a process group when this process dies, also by SIGKILL: a shell of its own waits for the end of a pipe that only
 * this process holds. Call the result when the group has ended.
 */
export function guardGroup(group: number): () => void {
  const guard = spawn('/bin/sh', ['-c', script, 'sh', String(group)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
  })
  // Without a guard the command runs all the same.
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  return () => guard.kill('SIGKILL')
}
