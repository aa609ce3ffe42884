import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { node, root } from './setup/child.mjs'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

const fixture = 'e2e/fixtures/svc-plugin-hello'
const fixtureFiles = readdirSync(join(root, fixture), { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(js|json)$/.test(file),
)

describe('the README of the plugin SDK', () => {
  const text = read('sdk/plugin/README.md')

  it.each(fixtureFiles)('shows %s exactly as the end-to-end test installs it', (file) => {
    expect(text).toMatch(new RegExp(`^\`${file}\`$`, 'm'))
    expect(text).toContain(`\n${read(`${fixture}/${file}`)}\`\`\``)
  })
})

describe('the README of the widget SDK', () => {
  const text = read('sdk/widget/README.md')
  const template = 'sdk/create-widget/template/widget'

  it.each(['src/index.tsx', 'src/load.tsx', 'src/index.test.tsx'])(
    'shows %s exactly as a new project has it',
    (file) => {
      expect(text).toMatch(new RegExp(`^\`${file}\`$`, 'm'))
      expect(text).toContain(`\n\`\`\`tsx\n${read(`${template}/${file}`)}\`\`\``)
    },
  )
})

describe('the READMEs', () => {
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/backup.md',
    'docs/configuration.md',
    'docs/contracts.md',
    'docs/reverse-proxy.md',
    ...['sdk', 'plugins', 'agent-plugins'].flatMap((top) =>
      readdirSync(join(root, top)).map((name) => `${top}/${name}/README.md`),
    ),
    'agent/README.md',
    'config/README.md',
    'kernel/README.md',
    'server/README.md',
    ...['examples', 'template'].flatMap((top) =>
      readdirSync(join(root, 'sdk/create-widget', top))
        .map((name) => `sdk/create-widget/${top}/${name}/README.md`)
        .filter((file) => existsSync(join(root, file))),
    ),
  ]

  it.each(documents)('%s exists and its links lead somewhere', (file) => {
    const text = read(file)
    const links = [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)].map(([, target]) => target as string)
    const local = links.filter((target) => !/^https?:/.test(target))
    expect(local.filter((target) => !existsSync(join(root, dirname(file), target)))).toEqual([])
  })

  it('name every npm script they mention', () => {
    const scriptsOf = (file: string) => (JSON.parse(read(file)) as { scripts: Record<string, string> }).scripts
    const ours = scriptsOf('package.json')
    // what is written for authors of widgets is about their projects
    const theirs = scriptsOf('sdk/create-widget/template/base/package.json')
    const both = { ...ours, ...scriptsOf('sdk/create-plugin/template/project/package.json.tmpl') }
    const lost = documents.flatMap((file) => {
      const ofPlugins = /^sdk\/(create-plugin|plugin)\//.test(file) ? both : ours
      const scripts = /^sdk\/(create-widget|widget|widget-tools)\//.test(file) ? theirs : ofPlugins
      return [...read(file).matchAll(/npm run ([a-z]+)/g)].filter(([, name = '']) => !scripts[name]).map(([use]) => use)
    })
    expect(lost).toEqual([])
  })

  it('docs/configuration.md and docs/contracts.md have every setting and contract, as `npm run docs` writes them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-docs-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // Node loads the sources of all plugins several times faster than Vitest.
    expect(await node(['--conditions=svc-source', 'scripts/docs/write.mjs', folder])).toBe(0)
    for (const file of ['configuration.md', 'contracts.md'])
      expect(read(`docs/${file}`)).toBe(readFileSync(join(folder, file), 'utf8'))
  })
})
