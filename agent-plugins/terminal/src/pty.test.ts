import { expect, it } from 'vitest'
import { openPty } from './pty.ts'

it.skipIf(process.platform === 'win32')('keeps what a shell printed last, however late it is read', async () => {
  const script = 'stty -opost; head -c 80000 /dev/zero | tr "\\0" x; printf last-words'
  const shell = { file: '/bin/sh', args: ['-c', script], cwd: '/', env: { PATH: '/usr/bin:/bin' } }
  const pty = await openPty(shell, 24, 80)
  expect(await pty.exited).toMatchObject({ exitCode: 0 })
  const pieces: Buffer[] = []
  for await (const piece of pty) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  expect([text.length, text.slice(-10)]).toEqual([80_010, 'last-words'])
})
