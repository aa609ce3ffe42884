import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

it.each(['messages.ts', 'index.ts', 'index.test.ts'])(
  'the README of the agent SDK shows %s as it runs here',
  (file) => {
    expect(read('../../sdk/agent/README.md')).toContain(`\`\`\`ts\n${read(`example/${file}`)}\`\`\`\n`)
  },
)
