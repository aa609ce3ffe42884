import { describe, expect, it } from 'vitest'
import { nextRows } from '../live/container-row.ts'
import { composed, container, statsOf } from '../testing/container.ts'
import { countStates, filterRows, sectionsOf, sortRows } from './filter-and-sort.ts'
import { parseImage, shortImage } from './image-name.ts'

const db = composed('shop', 'db', { health: 'unhealthy' })
const web = composed('shop', 'web', { image: 'nginx:1.27' })
const old = container('old', { state: 'exited', exit_code: 0 })
const job2 = composed('batch', 'job2', { state: 'paused' })
const job10 = composed('batch', 'job10', { state: 'exited', exit_code: 1 })
const stats = [statsOf(db, { cpu_percent: 9, memory_usage: 1 }), statsOf(web, { cpu_percent: 2, memory_usage: 5 })]
const { list } = nextRows(undefined, [old, db, web, job10, job2], stats, 0)
const names = (rows: typeof list) => rows.map(({ container }) => container.name)

describe('filters', () => {
  it.each([
    ['', 'running', ['shop-db-1', 'shop-web-1', 'batch-job2-1']],
    ['', 'stopped', ['old', 'batch-job10-1']],
    ['', 'problems', ['shop-db-1', 'batch-job10-1']],
    ['NGINX shop', 'all', ['shop-web-1']],
    [db.id.slice(0, 20), 'all', ['shop-db-1']],
    ['nothing', 'all', []],
  ] as const)('%j and %s', (q, state, expected) => expect(names(filterRows(list, q, state))).toEqual(expected))

  it('are counted', () => expect(countStates(list)).toEqual({ all: 5, running: 3, stopped: 2, problems: 2 }))
})

describe('sorting', () => {
  it.each([
    ['name', 'asc', ['batch-job2-1', 'batch-job10-1', 'old', 'shop-db-1', 'shop-web-1']],
    ['cpu', 'desc', ['shop-db-1', 'shop-web-1', 'batch-job2-1', 'batch-job10-1', 'old']],
    ['memory', 'desc', ['shop-web-1', 'shop-db-1', 'batch-job2-1', 'batch-job10-1', 'old']],
    ['state', 'asc', ['shop-db-1', 'shop-web-1', 'batch-job2-1', 'batch-job10-1', 'old']],
  ] as const)('by %s %s', (by, direction, expected) => {
    expect(names(sortRows(list, { by, direction }, 'en'))).toEqual(expected)
  })
})

it('sections are the projects by name, then the others', () => {
  expect(sectionsOf(list, 'en').map(({ project, rows }) => [project, names(rows)])).toEqual([
    ['batch', ['batch-job10-1', 'batch-job2-1']],
    ['shop', ['shop-db-1', 'shop-web-1']],
    ['', ['old']],
  ])
})

describe('images', () => {
  it.each([
    ['nginx:1.27', 'nginx', '1.27', undefined],
    ['registry:5000/team/app', 'registry:5000/team/app', undefined, undefined],
    ['registry:5000/app:2@sha256:ab', 'registry:5000/app', '2', 'sha256:ab'],
    [`sha256:${'ab'.repeat(32)}`, 'abababababab', undefined, undefined],
  ])('%s', (image, name, tag, digest) => expect(parseImage(image)).toEqual({ name, tag, digest }))
  it('are shortened', () => expect(shortImage('nginx:1@sha256:ab')).toBe('nginx:1'))
})
