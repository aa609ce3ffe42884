import { type DashboardPlugin, settingsSections } from '@svc/dashboard-sdk'

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isComponent = (value: unknown) => typeof value === 'function' || (isObject(value) && '$$typeof' in value)
const isOneOf = (value: unknown, allowed: readonly unknown[]) => allowed.includes(value)

function navError(nav: unknown): string | undefined {
  if (nav === undefined) return undefined
  if (!isObject(nav) || !isOneOf(nav.group, ['main', 'settings'])) return 'nav.group must be main or settings'
  if (!isComponent(nav.icon)) return 'nav.icon must be a component'
  if (typeof nav.order !== 'number') return 'nav.order must be a number'
  const settings = nav.group === 'settings' ? nav : nav.settings
  if (settings === undefined) return undefined
  if (!isObject(settings) || !isOneOf(settings.section, settingsSections)) {
    return `the section of its settings must be one of ${settingsSections.join(', ')}`
  }
  return isText(settings.hint) ? undefined : 'the hint of its settings must be the key of a text'
}

function pageError(page: unknown, plugin: string): string | undefined {
  if (!isObject(page) || !isText(page.id)) return 'a page has no id'
  const fail = (text: string) => `page ${page.id}: ${text}`
  if (!page.id.startsWith(`${plugin}.`)) return fail(`its id must begin with ${plugin}.`)
  if (!isText(page.path) || !/^\/[\w$.~-]+(?:\/[\w$.~-]+)*$/.test(page.path))
    return fail('path must be like /notes/$id')
  if (!isText(page.title)) return fail('title must be the key of a text')
  if (!isOneOf(page.access, ['public', 'member', 'admin'])) return fail('access must be public, member or admin')
  if (!isOneOf(page.frame, ['app', 'bare'])) return fail('frame must be app or bare')
  if (typeof page.load !== 'function') return fail('load must be a function')
  const error = navError(page.nav)
  return error && fail(error)
}

function fillError(fill: unknown): string | undefined {
  if (!isObject(fill) || !isText(fill.slot) || !isText(fill.id))
    return 'a contribution to a slot was not made with fill()'
  if (typeof fill.order !== 'number') return `contribution ${fill.id}: order must be a number`
  const isWhole =
    isObject(fill.code) &&
    typeof fill.code.preload === 'function' &&
    typeof fill.Component === 'function' &&
    Array.isArray(fill.data)
  return isWhole ? undefined : `contribution ${fill.id} was not made with fill()`
}

function widgetError(widget: unknown): string | undefined {
  if (!isObject(widget) || !isText(widget.type)) return 'a widget has no type'
  if (!isText(widget.name)) return `widget ${widget.type}: name must be the key of a text`
  if (!isObject(widget.sizing)) return `widget ${widget.type}: sizing is missing`
  return typeof widget.load === 'function' ? undefined : `widget ${widget.type}: load must be a function`
}

/** Why a value is not the dashboard of a plugin; undefined if it is. Authors without TypeScript find out here. */
export function dashboardError(value: unknown, plugin: string): string | undefined {
  if (!isObject(value)) return 'the default export is not what defineDashboard() returns'
  const { plugin: own, pages, slots, widgets } = value
  if (own !== plugin) return `the default export is the dashboard of ${JSON.stringify(own)}`
  if (![pages, slots, widgets].every(Array.isArray)) return 'the default export is not what defineDashboard() returns'
  const errors = [
    ...(pages as unknown[]).map((page) => pageError(page, plugin)),
    ...(slots as unknown[]).map(fillError),
    ...(widgets as unknown[]).map(widgetError),
  ]
  return errors.find((error) => error !== undefined)
}

/** The path of a page without the names of its parameters: `/notes/$`. */
const shapeOf = ({ path }: { readonly path: string }) => path.replaceAll(/\$\w+/g, '$')

/** What a dashboard has in common with others, which only one may declare; undefined if nothing. */
export function samePath(dashboard: DashboardPlugin, others: readonly DashboardPlugin[]): string | undefined {
  const taken = new Map(others.flatMap(({ plugin, pages }) => pages.map((page) => [shapeOf(page), plugin])))
  for (const page of dashboard.pages) {
    const owner = taken.get(shapeOf(page))
    if (owner !== undefined) return `the path ${page.path} is that of a page of ${owner}`
    taken.set(shapeOf(page), dashboard.plugin)
  }
  return undefined
}
