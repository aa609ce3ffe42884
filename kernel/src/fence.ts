import type { Database, Logger, Statement } from '@svc/plugin-sdk'
import { type RawDatabase, untilFree } from './database.ts'
import type { OwnerOf } from './ownership.ts'
import type { Transactions } from './transactions.ts'

/** Strings and comments, which are skipped; identifiers in their four quoting styles; the end of a statement. */
const token = /'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\/|"((?:[^"]|"")+)"|`([^`]+)`|\[([^\]]+)\]|([A-Za-z_][\w$]*)|;/g

/** Statements a plugin may not run: they would end the surrounding transaction or open another file. */
const forbidden = /^(?:begin|commit|rollback|savepoint|release|attach|detach)$/i

export interface FenceOptions {
  readonly plugin: string
  readonly ownerOf: OwnerOf
  readonly transactions: Transactions
  readonly log: Pick<Logger, 'error'>
  /** tables of other plugins that this handle may use as well */
  readonly lent?: readonly string[]
  /** Compile statements at their first use, because most are not used soon; a wrong one then throws only there. */
  readonly isLazy?: boolean
}

/** A statement that is compiled at its first use, and waits while another connection writes. */
class FencedStatement<P extends unknown[], R> implements Statement<P, R> {
  #compile: () => Statement<P, R>
  #compiled: Statement<P, R> | undefined

  constructor(compile: () => Statement<P, R>) {
    this.#compile = compile
  }

  get compiled(): Statement<P, R> {
    this.#compiled ??= this.#compile()
    return this.#compiled
  }

  get(...params: P) {
    try {
      return this.compiled.get(...params)
    } catch (error) {
      return untilFree(error, () => this.compiled.get(...params))
    }
  }

  all(...params: P) {
    try {
      return this.compiled.all(...params)
    } catch (error) {
      return untilFree(error, () => this.compiled.all(...params))
    }
  }

  iterate(...params: P) {
    return this.compiled.iterate(...params)
  }

  run(...params: P) {
    try {
      return this.compiled.run(...params)
    } catch (error) {
      return untilFree(error, () => this.compiled.run(...params))
    }
  }
}

function makeGuard(raw: RawDatabase, { plugin, ownerOf, lent = [] }: FenceOptions): (sql: string) => void {
  const version = raw.prepare('PRAGMA schema_version').pluck()
  const names = raw.prepare('SELECT lower(name) FROM sqlite_master').pluck()
  let knownVersion: unknown
  let foreign = new Map<string, string>()
  return (sql) => {
    const current = version.get()
    if (current !== knownVersion) {
      knownVersion = current
      foreign = new Map()
      for (const name of names.all() as string[]) {
        const owner = ownerOf(name)
        if (owner !== undefined && owner !== plugin) foreign.set(name, owner)
      }
    }
    let atStart = true
    for (const match of sql.matchAll(token)) {
      const name = match[1] ?? match[2] ?? match[3] ?? match[4]
      if (match[0] === ';') atStart = true
      if (name === undefined) continue
      if (atStart && forbidden.test(name))
        throw new Error(`${plugin} may not run ${name.toUpperCase()}; use transaction()`)
      atStart = false
      const owner = foreign.get(name.toLowerCase())
      if (owner !== undefined && !lent.includes(name.toLowerCase())) {
        throw new Error(`${plugin} may not touch ${name}: that table belongs to ${owner}`)
      }
    }
  }
}

/**
 * The handle a plugin gets. It refuses SQL that names another plugin's table: a guard rail against accidents, not a
 * security boundary.
 */
export function fence(raw: RawDatabase, options: FenceOptions): Database {
  let made: ReturnType<typeof makeGuard> | undefined
  const guard = (sql: string) => {
    made ??= makeGuard(raw, options)
    made(sql)
  }
  return {
    prepare<P extends unknown[], R>(sql: string): Statement<P, R> {
      const statement = new FencedStatement(() => {
        guard(sql)
        return raw.prepare(sql) as unknown as Statement<P, R>
      })
      if (!options.isLazy) void statement.compiled
      return statement
    },
    transaction: options.transactions.run,
    afterCommit: (fn) =>
      options.transactions.afterCommit(() => {
        try {
          fn()
        } catch (err) {
          options.log.error({ err }, 'work after a commit failed')
        }
      }),
    exec(sql) {
      guard(sql)
      options.transactions.run(() => raw.exec(sql))
    },
  }
}
