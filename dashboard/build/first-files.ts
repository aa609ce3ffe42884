import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const plansModule = fileURLToPath(new URL('../src/page-plans.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

/** `src/page-plans.ts`, as it is when Vite runs it. */
interface PlansModule {
  readonly frameOwners: readonly string[]
  readonly pagePlans: readonly {
    readonly path: string
    readonly isPublic: boolean
    readonly isFramed: boolean
    readonly texts: readonly string[]
    readonly code: readonly (() => Promise<unknown>)[]
    readonly requests: readonly FirstRequest[]
  }[]
  readonly session: string
}

/** A request that a page makes when it opens. */
interface FirstRequest {
  /** with `$name` for parameters of the page */
  readonly path: string
  readonly isForAdmins: boolean
}

/** What a page opens with. */
export interface PageFiles {
  /** with `$name` for parameters */
  readonly path: string
  readonly isPublic: boolean
  /** whether it is shown beside the sidebar */
  readonly isFramed: boolean
  /** plugins whose texts it needs */
  readonly texts: readonly string[]
  /** source files of its code */
  readonly code: readonly string[]
  readonly requests: readonly FirstRequest[]
}

export interface FirstFiles {
  readonly pages: readonly PageFiles[]
  /** source files of the start page and of what every page shows */
  readonly frame: ReadonlySet<string>
  /** source files of the list of servers */
  readonly list: ReadonlySet<string>
  /** source files of the page of a server, without charts, which others show too */
  readonly server: ReadonlySet<string>
  /** the request for who is signed in */
  readonly session: string
  /** plugins with something on every page */
  readonly frameOwners: ReadonlySet<string>
}

const imported = /__vite_ssr_dynamic_import__\("([^"]+)"\)/g

/** An address of Vite as the path of its file. */
const fileOf = (id: string): string =>
  id.startsWith('/@fs/') ? id.replace('/@fs/', process.platform === 'win32' ? '' : '/') : root + id.slice(1)

/** The files that a function imports, as written in its code: to call it would run the pages here. */
const importsOf = (load: () => Promise<unknown>): readonly string[] =>
  [...load.toString().matchAll(imported)].map(([, id = '']) => fileOf(id))

/**
 * What the dashboard opens with, page by page, as its plugins declare it: the same plan by which the application prefetches.
 * So the build can put together what belongs together, and the page can ask for it before there is any code.
 */
export async function firstFiles(): Promise<FirstFiles> {
  const { module } = await runnerImport<PlansModule>(plansModule, {
    root,
    configFile: false,
    logLevel: 'error',
    environments: {
      inline: {
        resolve: {
          noExternal: [/^@svc\//],
          conditions: ['svc-source', 'module', 'browser', 'development|production'],
        },
      },
    },
  })
  const pages = module.pagePlans.map(({ code, ...page }) => ({ ...page, code: code.flatMap(importsOf) }))
  const codeOf = (wanted: string) => pages.find(({ path }) => path === wanted)?.code ?? []
  const frame = new Set(codeOf('/'))
  if (frame.size === 0) throw new Error('the build found no code of the start page')
  const list = new Set(codeOf('/servers'))
  const server = new Set(codeOf('/servers/$id').filter((file) => !/[\\/]ui[\\/]chart[\\/]/.test(file)))
  return { pages, frame, list, server, session: module.session, frameOwners: new Set(module.frameOwners) }
}
