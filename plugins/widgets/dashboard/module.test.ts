import { expect, test } from 'vitest'
import type { InstalledModule } from './module.ts'
import { searchModules } from './module.ts'

const named = (id: string, name: string, author?: string) =>
  ({ id, manifest: { id, name, ...(author === undefined ? {} : { author }) } }) as InstalledModule

test('matches all words case-insensitively in name, id or author', () => {
  const modules = [named('org.example.rain', 'Rain', 'Ann Other'), named('io.svc.hello', 'Hello world')]
  const found = (query: string) => searchModules(modules, query).map(({ id }) => id)
  expect(found('  ')).toHaveLength(2)
  expect(found('RAIN')).toEqual(['org.example.rain'])
  expect(found('other example')).toEqual(['org.example.rain'])
  expect(found('hello rain')).toEqual([])
  expect(found('.svc.')).toEqual(['io.svc.hello'])
})
