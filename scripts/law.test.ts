import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const packages: Record<string, string> = {
  'sdk/protocol': '@svc/protocol',
  'sdk/plugin': '@svc/plugin-sdk',
  'sdk/agent': '@svc/agent-sdk',
  'sdk/dashboard': '@svc/dashboard-sdk',
  config: '@svc/config',
  kernel: '@svc/kernel',
  'plugins/alpha': '@svc/plugin-alpha',
  'plugins/beta': '@svc/plugin-beta',
  agent: '@svc/agent',
  'agent-plugins/gauge': '@svc/agent-plugin-gauge',
  dashboard: '@svc/dashboard',
  e2e: '@svc/e2e',
}

/** A tree without violations; the cases below add violating files. */
const valid: Record<string, string> = {
  'sdk/protocol/src/index.ts': "export { Type } from '@sinclair/typebox'",
  'sdk/plugin/src/index.ts': "export type { FastifyRequest } from 'fastify'\nexport * from '@svc/protocol'",
  'sdk/agent/src/index.ts': "export * from '@svc/protocol'",
  'sdk/dashboard/src/index.ts': "export { createElement } from 'react'",
  'config/src/index.ts': "export { Type } from '@sinclair/typebox'\nexport { readFileSync } from 'node:fs'",
  'kernel/src/index.ts':
    "export * from '@svc/plugin-sdk'\nexport { readFileSync } from '@svc/config'\nexport { createContainer } from 'awilix'",
  'kernel/src/testing.ts': "export * from './index.js'",
  'plugins/alpha/src/contract.ts': "export type { Socket } from 'node:net'\nexport * from '@svc/plugin-sdk'",
  'plugins/alpha/src/wire.ts': "export * from '@svc/protocol'",
  'plugins/alpha/src/index.ts': "export * from './contract.js'",
  'plugins/alpha/dashboard/index.tsx': "export * from '@svc/dashboard-sdk'",
  'plugins/beta/src/index.ts': "export * from '@svc/plugin-alpha/contract'",
  'plugins/beta/src/index.test.ts': "import '@svc/kernel/testing'\nimport { it } from 'vitest'\nit('x', () => {})",
  'agent/src/testing.ts': 'export {}',
  'agent/src/index.ts': "export * from '@svc/agent-sdk'\nexport { Type } from '@svc/config'",
  'agent-plugins/gauge/src/index.ts': "export * from '@svc/agent-sdk'\nexport * from '@svc/plugin-alpha/wire'",
  'plugins/alpha/page/main.ts': "import './clock.ts'",
  'plugins/alpha/page/clock.ts': 'export const now = Date.now()',
  'dashboard/src/plugins.ts': "export * from '@svc/dashboard-sdk'",
  'e2e/boot.test.ts': "import '@svc/protocol'",
  'e2e/harness/x.ts': 'export {}',
  'e2e/bench/x.ts': "import 'better-sqlite3'",
  'plugins/beta/e2e/pages.test.ts': "import '../../../e2e/harness/x.js'",
}

const owns: Record<string, Record<string, string>> = {
  kernel: { awilix: '.', 'better-sqlite3': '.' },
  e2e: { 'better-sqlite3': 'bench' },
  'sdk/dashboard': { uplot: 'src/ui/chart' },
}

const libraries = ['@sinclair/typebox', 'fastify', 'react', 'awilix', 'vitest', 'better-sqlite3', 'uplot']

let tree = ''
afterEach(() => rmSync(tree, { recursive: true, force: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(tree, file)), { recursive: true })
  writeFileSync(join(tree, file), text)
}

function makeTree(extra: Record<string, string> = {}) {
  tree = mkdtempSync(join(tmpdir(), 'svc-law-'))
  write('tsconfig.base.json', '{ "compilerOptions": { "module": "nodenext" } }')
  const dependencies = Object.fromEntries([...libraries, ...Object.values(packages)].map((name) => [name, '*']))
  const source = (file: string) => ({ 'svc-source': file, default: file })
  const exports = {
    '.': source('./src/index.ts'),
    './contract': source('./src/contract.ts'),
    './wire': source('./src/wire.ts'),
    './testing': source('./src/testing.ts'),
    './dashboard': './dashboard/index.tsx',
  }
  for (const [folder, name] of Object.entries(packages)) {
    write(
      `${folder}/package.json`,
      JSON.stringify({ name, type: 'module', svc: { owns: owns[folder] }, exports, dependencies }),
    )
    mkdirSync(join(tree, 'node_modules/@svc'), { recursive: true })
    symlinkSync(join(tree, folder), join(tree, 'node_modules', name))
  }
  for (const name of libraries) {
    mkdirSync(dirname(join(tree, 'node_modules', name)), { recursive: true })
    write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js', version: '1.0.0' }))
    write(`node_modules/${name}/index.js`, '')
  }
  for (const [file, text] of Object.entries({ ...valid, ...extra })) write(file, text)
}

function checkImports() {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/law.mjs', '--root', tree], {
    cwd: root,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

const violations: [rule: string, file: string, text: string][] = [
  ['protocol-libraries', 'sdk/protocol/src/x1.ts', "import 'node:fs'"],
  ['protocol-ours', 'sdk/protocol/src/x2.ts', "import '@svc/agent-sdk'"],
  ['plugin-sdk-fastify-as-types', 'sdk/plugin/src/x1.ts', "import 'fastify'"],
  ['plugin-sdk-ours', 'sdk/plugin/src/x2.ts', "import '@svc/kernel'"],
  ['agent-sdk-libraries', 'sdk/agent/src/x1.ts', "import 'react'"],
  ['dashboard-sdk-ours', 'sdk/dashboard/src/x1.ts', "import '@svc/plugin-sdk'"],
  ['widget-package-ours', 'sdk/widget-package/src/x1.ts', "import '@svc/plugin-sdk'"],
  ['widget-tools-ours', 'sdk/widget-tools/src/x1.ts', "import '@svc/kernel'"],
  ['create-plugin-ours', 'sdk/create-plugin/src/x1.ts', "import '@svc/protocol'"],
  ['create-widget-ours', 'sdk/create-widget/src/x1.ts', "import '@svc/protocol'"],
  ['config-ours', 'config/src/x1.ts', "import '@svc/protocol'"],
  ['config-libraries', 'config/src/x2.ts', "import 'fastify'"],
  ['kernel-ours', 'kernel/src/x1.ts', "export const x = () => import('@svc/plugin-alpha')"],
  ['kernel-ours', 'kernel/test/x.test.ts', "import '@svc/plugin-alpha/contract'"],
  ['kernel-no-interface', 'kernel/src/x2.ts', "import 'react'"],
  ['plugin-ours', 'plugins/beta/src/x1.ts', "import '@svc/kernel'"],
  ['plugin-ours', 'plugins/beta/src/x9.ts', "import '@svc/config'"],
  ['plugin-ours', 'plugins/beta/src/x2.ts', "import '../../alpha/src/index.js'"],
  ['plugin-no-interface', 'plugins/beta/src/x3.ts', "import 'react'"],
  ['one-owner-awilix', 'plugins/beta/src/x4.ts', "import 'awilix'"],
  ['one-owner-better-sqlite3', 'plugins/beta/src/x5.ts', "import 'better-sqlite3'"],
  ['one-owner-better-sqlite3', 'e2e/x1.test.ts', "import 'better-sqlite3'"],
  ['contract-ours', 'plugins/beta/src/contract.ts', "import './x1.js'"],
  ['contract-libraries', 'plugins/beta/src/x-schema.ts', "import 'node:crypto'"],
  ['contract-sockets-as-types', 'plugins/beta/src/y-schema.ts', "import { Socket } from 'node:net'\nnew Socket()"],
  ['plugin-dashboard-ours', 'plugins/alpha/dashboard/x1.tsx', "import '../src/index.js'"],
  ['plugin-dashboard-libraries', 'plugins/alpha/dashboard/x2.tsx', "import 'node:fs'"],
  ['plugin-page-ours', 'plugins/alpha/page/x1.ts', "import '../src/index.js'"],
  ['plugin-page-libraries', 'plugins/alpha/page/x2.ts', "import 'react'"],
  ['plugin-tests', 'plugins/beta/src/x.test.ts', "import '@svc/kernel'"],
  ['agent-ours', 'agent/src/x1.ts', "import '@svc/agent-plugin-gauge'"],
  ['agent-plugin-ours', 'agent-plugins/gauge/src/x1.ts', "import '@svc/agent'"],
  ['agent-plugin-ours', 'agent-plugins/gauge/src/x2.ts', "import '@svc/plugin-alpha/contract'"],
  ['agent-plugin-wire', 'plugins/beta/src/wire.ts', "import '@svc/plugin-sdk'"],
  ['agent-plugin-tests', 'agent-plugins/gauge/src/x.test.ts', "import '@svc/agent'"],
  ['shell-ours', 'dashboard/src/plugins.ts', "import '@svc/plugin-alpha/dashboard'"],
  ['one-owner-uplot', 'dashboard/src/x2.ts', "import 'uplot'"],
  ['one-owner-uplot', 'sdk/dashboard/src/ui/table.ts', "import 'uplot'"],
  ['one-runtime-uplot', 'sdk/dashboard/src/ui/chart-axis.ts', "import 'uplot'"],
  ['e2e-ours', 'e2e/x.test.ts', "import '@svc/kernel'"],
  ['end-to-end-ours', 'plugins/beta/e2e/x.test.ts', "import '../src/index.js'"],
  ['end-to-end-door', 'plugins/beta/src/y.test.ts', "import '../../../e2e/harness/x.js'"],
  ['no-tests-in-programs', 'plugins/beta/src/x6.ts', "import 'vitest'"],
  ['resolvable', 'plugins/beta/src/x7.ts', "import './nowhere.js'"],
  ['own-dependencies', 'plugins/beta/src/x8.ts', "import 'undeclared'"],
  ['no-cycles', 'kernel/src/x3.ts', "import './x3.js'"],
]

describe('the import rules', () => {
  it('accept a tree without violations', () => {
    makeTree()
    const { status, stdout, stderr } = checkImports()
    expect(stderr).toBe('')
    expect(stdout).toContain('modules in 12 packages, 0 violations')
    expect(status).toBe(0)
  })

  it('report every violated rule with the offending file', () => {
    makeTree(Object.fromEntries(violations.map(([, file, text]) => [file, text])))
    write('node_modules/undeclared/package.json', JSON.stringify({ name: 'undeclared', main: 'index.js' }))
    write('node_modules/undeclared/index.js', '')
    const { status, stderr } = checkImports()
    expect(status).toBe(1)
    const missing = violations.filter(([rule, file]) => !stderr.includes(`${rule}: ${file} -> `))
    expect(missing).toEqual([])
  })

  it('report an import of a package that package.json does not declare', () => {
    makeTree()
    const file = 'plugins/beta/package.json'
    const manifest = JSON.parse(readFileSync(join(tree, file), 'utf8'))
    delete manifest.dependencies['@svc/plugin-alpha']
    write(file, JSON.stringify(manifest))
    const { status, stderr } = checkImports()
    expect(stderr).toContain('undeclared: plugins/beta/src/index.ts -> @svc/plugin-alpha')
    expect(status).toBe(1)
  })

  it('report a package whose sources were not read', () => {
    makeTree()
    for (const path of ['e2e/boot.test.ts', 'e2e/harness', 'e2e/bench', 'plugins/beta/e2e'])
      rmSync(join(tree, path), { recursive: true })
    write('e2e/bin/unread.ts', 'export {}')
    const { status, stderr } = checkImports()
    expect(stderr).toContain('unread: no module of e2e was read')
    expect(status).toBe(1)
  })
})
