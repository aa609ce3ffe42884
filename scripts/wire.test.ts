import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { MessageDef } from '@svc/protocol'
import { describe, expect, it } from 'vitest'
import { root } from './setup/child.mjs'

const isMessage = (value: unknown): value is MessageDef =>
  typeof value === 'object' && value !== null && 'type' in value && 'schema' in value

const modules = await Promise.all(
  globSync(['sdk/protocol/src/index.ts', 'plugins/*/src/wire.ts'], { cwd: root }).map(async (file) => {
    const module: Record<string, unknown> = await import(pathToFileURL(`${root}/${file}`).href)
    return {
      file,
      messages: Object.entries(module).flatMap(([name, value]) => (isMessage(value) ? { name, ...value } : [])),
    }
  }),
)

describe.each(modules)('the messages of $file', ({ messages }) => {
  it('are named after their type, which is snake_case', () => {
    expect(messages).not.toEqual([])
    for (const { name, type } of messages) {
      expect(type).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/)
      const spelled = type.replace(/(^|_)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
      // A type may mean different messages on several channels: `AgentDockerEvent`, `DockerEventUpdate`, `LogSession`.
      expect(name).toMatch(new RegExp(`^[A-Za-z]*${spelled}(Update)?$`))
    }
  })

  it('have fields in snake_case, none of them called type', () => {
    for (const { schema } of messages) {
      for (const field of Object.keys(schema.properties)) expect(field).toMatch(/^(?!type$)[a-z0-9]+(_[a-z0-9]+)*$/)
    }
  })
})

it('no two packages define a message of the same name', () => {
  const names = modules.flatMap(({ messages }) => messages.map(({ name }) => name))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})
