import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { root } from '../setup/child.mjs'

/** The key of an administrator: what it does ends no session. */
async function makeKey(kernel: TestKernel): Promise<string> {
  const lines = kernel.logs.map((record) => String(Reflect.get(record, 'msg')))
  const password = lines.flatMap((line) => /^admin password: (.+)$/.exec(line)?.[1] ?? [])[0]
  const post = (url: string, payload: object, headers = {}) => kernel.inject({ method: 'POST', url, payload, headers })
  const { headers: signedIn } = await post('/api/auth/login', { username: 'admin', password })
  const cookie = { cookie: String(signedIn['set-cookie']).split(';')[0] }
  await post('/api/auth/onboarding', { new_password: randomUUID() }, cookie)
  return (await post('/api/auth/api-keys', { name: 'test' }, cookie)).json().data.key
}

/** A kernel with all plugins of the project, except those of other modes, and headers with the key of an administrator. */
export async function startAllPlugins() {
  const files = globSync('plugins/*/src/index.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(`${root}/${file}`).href)))
  const plugins = modules.map((module) => module.default).filter(({ mode }) => mode === undefined)
  const kernel = await createTestKernel({ plugins })
  return { kernel, headers: { 'x-api-key': await makeKey(kernel), 'content-type': 'application/json' } }
}
