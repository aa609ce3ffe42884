import type { Sort } from '@svc/dashboard-sdk'
import type { Container } from '../../src/wire.ts'
import { type StateFilter, stateFilters } from '../docker-search.ts'
import type { Row } from '../live/container-row.ts'
import { hasProblem, isRunning, stateOf } from '../state/container-state.ts'
import { projectOf, serviceOf } from './compose.ts'

const matchesState: Readonly<Record<StateFilter, (container: Container) => boolean>> = {
  all: () => true,
  running: isRunning,
  stopped: (container) => !isRunning(container),
  problems: hasProblem,
}

/** Whether every word is in the name, image, id, project or service. */
function matches(container: Container, words: readonly string[]): boolean {
  const { name, image, id } = container
  const text = `${name} ${image} ${id} ${projectOf(container)} ${serviceOf(container) ?? ''}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

export const filterRows = (rows: readonly Row[], q: string, state: StateFilter): readonly Row[] => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ container }) => matchesState[state](container) && matches(container, words))
}

/** Containers by state filter. */
export const countStates = (rows: readonly Row[]): Readonly<Record<StateFilter, number>> =>
  Object.fromEntries(
    stateFilters.map((filter) => [filter, rows.filter(({ container }) => matchesState[filter](container)).length]),
  ) as Record<StateFilter, number>

const stateOrder = ['running', 'paused', 'restarting', 'removing', 'created', 'exited', 'dead', 'unknown']

const figures: Readonly<Record<string, (row: Row) => number>> = {
  cpu: ({ stats }) => stats?.cpu_percent ?? -1,
  memory: ({ stats }) => stats?.memory_usage ?? -1,
  network: ({ stats, rates }) => (rates ? rates.rx + rates.tx : stats ? 0 : -1),
  state: ({ container }) => stateOrder.indexOf(stateOf(container)),
}

/** Ties are sorted by name. */
export function sortRows(rows: readonly Row[], { by, direction }: Sort, language: string): readonly Row[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const sign = direction === 'desc' ? -1 : 1
  const figure = figures[by]
  return [...rows].sort((a, b) => {
    const byName = compare(a.container.name, b.container.name)
    return figure ? sign * (figure(a) - figure(b)) || byName : sign * byName
  })
}

/** The containers of a compose project, or those of none (`project` is empty). */
export interface Section {
  readonly project: string
  readonly rows: readonly Row[]
}

/** Compose projects by name, then the other containers. The order of `rows` is kept within a section. */
export function sectionsOf(rows: readonly Row[], language: string): readonly Section[] {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const byProject = new Map<string, Row[]>()
  for (const row of rows) {
    const project = projectOf(row.container)
    const section = byProject.get(project)
    if (section) section.push(row)
    else byProject.set(project, [row])
  }
  return [...byProject]
    .map(([project, rows]) => ({ project, rows }))
    .sort((a, b) => Number(a.project === '') - Number(b.project === '') || compare(a.project, b.project))
}
