import { expect, it } from 'vitest'
import { view } from '../testing/view.ts'
import { countStates, sectionsOf } from './plugin-list.ts'

const plugins = [
  view('metrics'),
  view('zed', { required: true }),
  view('hello', { bundled: false, state: 'failed' }),
  view('gone', { bundled: false, state: 'absent' }),
]
const shown = plugins.map((plugin) => ({ plugin, title: plugin.title, description: 'Does things' }))
const ids = (filter: Parameters<typeof sectionsOf>[1]) =>
  sectionsOf(shown, filter).map(({ origin, plugins }) => [origin, ...plugins.map(({ plugin }) => plugin.id)])

it('sorts by origin, required ones first', () => {
  expect(ids({ q: '', state: undefined })).toEqual([
    ['bundled', 'zed', 'metrics'],
    ['third', 'hello'],
    ['absent', 'gone'],
  ])
})

it('filters by text and state', () => {
  expect(ids({ q: ' HELL', state: undefined })).toEqual([['third', 'hello']])
  expect(ids({ q: 'things', state: 'running' })).toEqual([['bundled', 'zed', 'metrics']])
  expect(ids({ q: 'hello', state: 'running' })).toEqual([])
})

it('counts existing states', () => {
  expect([...countStates(plugins)]).toEqual([
    ['running', 2],
    ['failed', 1],
    ['absent', 1],
  ])
})
