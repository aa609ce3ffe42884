import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../agent/dist/bundle')
const files = globSync('*.js', { cwd: folder }).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))
const filesWith = (text: string) => files.filter((file) => file.text.includes(text)).map(({ name }) => name)

it('the agent loads dockerode from a file of its own, without what it needs for other hosts and for builds', () => {
  expect(filesWith('/containers/json?')).toEqual([expect.stringMatching(/^docker-/)])
  // of ssh2, @grpc/grpc-js and protobufjs
  for (const text of ['ssh-userauth', 'grpc-status', 'google.protobuf']) expect(filesWith(text)).toEqual([])
})
