import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arbitraryOf, type Schema } from './openapi/arbitrary.mjs'
import { root } from './setup/child.mjs'

type Method = 'POST' | 'PUT' | 'PATCH'

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

let kernel: TestKernel
let document: Document
let headers: Record<string, string>

/** The key of an administrator: what it does ends no session. */
async function makeKey(): Promise<string> {
  const lines = kernel.logs.map((record) => String(Reflect.get(record, 'msg')))
  const password = lines.flatMap((line) => /^admin password: (.+)$/.exec(line)?.[1] ?? [])[0]
  const post = (url: string, payload: object, headers = {}) => kernel.inject({ method: 'POST', url, payload, headers })
  const { headers: signedIn } = await post('/api/auth/login', { username: 'admin', password })
  const cookie = { cookie: String(signedIn['set-cookie']).split(';')[0] }
  await post('/api/auth/onboarding', { new_password: randomUUID() }, cookie)
  return (await post('/api/auth/api-keys', { name: 'test' }, cookie)).json().data.key
}

beforeAll(async () => {
  const files = globSync('plugins/*/src/index.ts', { cwd: root })
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(`${root}/${file}`).href)))
  kernel = await createTestKernel({ plugins: modules.map((module) => module.default) })
  document = (await kernel.inject('/api-docs/openapi.json')).json()
  headers = { 'x-api-key': await makeKey(), 'content-type': 'application/json' }
})
afterAll(() => kernel.close())

/** Rules with general texts that depend on other fields, on which plugins run, or on the calendar. */
const beyondSchemas = [
  'POST /api/admin/rate-limit/reset scope kernel.ONE_OF',
  'POST /api/alert-rules rules.N.rule_type kernel.ONE_OF',
  'POST /api/alert-rules/backtest rules.N.rule_type kernel.ONE_OF',
  'POST /api/notifications notify_type kernel.ONE_OF',
  'POST /api/notifications/test notify_type kernel.ONE_OF',
  'POST /api/auth/2fa/disable password kernel.REQUIRED',
  'POST /api/settings/backup/full password kernel.REQUIRED',
  'POST /api/settings/backup/plans password kernel.REQUIRED',
  'POST /api/maintenances start_at kernel.INSTANT',
  'POST /api/maintenances end_at kernel.INSTANT',
  'POST /api/tasks cron_expression kernel.REQUIRED',
  'POST /api/tasks server_ids kernel.NOT_EMPTY',
]
/** It looks up the hosts that it is given. */
const resolving = '/api/service-monitors'

describe('the schemas of requests', () => {
  /** Violated rules of bodies that the schema allows: `METHOD path field code`. */
  async function violationsOf(method: Method, path: string, schema: Schema): Promise<string[]> {
    const violations: string[] = []
    const bodies = fc.sample(arbitraryOf(schema, document), { numRuns: 40, seed: 42 })
    for (const [index, body] of bodies.entries()) {
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      // Limits of strangers count by address.
      const remoteAddress = `198.51.100.${index}`
      const response = await kernel.inject({ method, url, headers, payload: JSON.stringify(body), remoteAddress })
      expect(response.statusCode, `${method} ${path} ${JSON.stringify(body)}`).toBeLessThan(500)
      if (response.statusCode !== 422) continue
      const { details } = response.json().error
      for (const { field, code } of Array.isArray(details) ? details : [])
        violations.push(`${method} ${path} ${field.replaceAll(/\d+/g, 'N')} ${code}`)
    }
    return [...new Set(violations)]
  }

  it('say all that a schema can say: what they allow violates no such rule', async () => {
    const found: string[] = []
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { requestBody }] of Object.entries(operations)) {
        const schema = requestBody?.content['application/json']?.schema
        if (schema && path !== resolving)
          found.push(...(await violationsOf(method.toUpperCase() as Method, path, schema)))
      }
    }
    expect(found.length).toBeGreaterThan(30)
    // The texts of plugins say what no schema does: what exists, and what fits together.
    const general = found.filter((violation) => violation.includes(' kernel.'))
    expect(general.filter((violation) => !beyondSchemas.includes(violation))).toEqual([])
  })
})
