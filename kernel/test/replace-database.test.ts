import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, openDatabase } from '../src/database.ts'
import { replaceDatabase, stageDatabase, undoReplacement } from '../src/replace-database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-replace-'))
  file = join(folder, 'svc.db')
})
afterEach(() => rmSync(folder, { recursive: true }))
const place = () => ({ file, dataDir: folder })

/** A database that says its name. */
function make(path: string, name: string) {
  const raw = openDatabase(path)
  raw.exec(`CREATE TABLE names AS SELECT '${name}' AS name`)
  raw.close()
}
function nameOf(path: string): unknown {
  const raw = connect(path)
  try {
    return raw.prepare('SELECT name FROM names').pluck().get()
  } finally {
    raw.close()
  }
}
const stage = () => {
  make(`${file}.part-1`, 'restored')
  return stageDatabase(place(), `${file}.part-1`)
}
const files = () => readdirSync(folder).sort()

describe('a restored database', () => {
  it('takes the place of the current one, which is kept', () => {
    make(file, 'current')
    const former = stage()
    expect(nameOf(file)).toBe('current')
    expect(replaceDatabase(place())).toEqual({ former })
    expect([nameOf(file), nameOf(former), replaceDatabase(place())]).toEqual(['restored', 'current', undefined])
    expect(files()).toHaveLength(2)
  })

  it('is the first one of a new host', () => {
    stage()
    expect(replaceDatabase(place())).toEqual({ former: undefined })
    expect([nameOf(file), files()]).toEqual(['restored', ['svc.db']])
  })

  it('never meets the write-ahead log of the former one, which keeps what is in it', () => {
    make(file, 'current')
    // As a killed server leaves it.
    const killed = connect(file)
    killed.exec("UPDATE names SET name = 'logged'")
    for (const suffix of ['', '-wal', '-shm']) linkSync(`${file}${suffix}`, `${file}.copy${suffix}`)
    killed.pragma('wal_autocheckpoint = 0')
    for (const suffix of ['', '-wal', '-shm'])
      writeFileSync(`${file}.left${suffix}`, readFileSync(`${file}.copy${suffix}`))
    killed.close()
    for (const suffix of ['', '-wal', '-shm']) {
      rmSync(`${file}.copy${suffix}`, { force: true })
      renameSync(`${file}.left${suffix}`, `${file}${suffix}`)
    }
    const former = stage()
    replaceDatabase(place())
    expect([existsSync(`${file}-wal`), existsSync(`${file}-shm`)]).toEqual([false, false])
    expect([nameOf(file), nameOf(former)]).toEqual(['restored', 'logged'])
  })

  it('replaces one that a command reads, whose log is kept beside it', () => {
    make(file, 'current')
    const reader = connect(file)
    reader.exec("UPDATE names SET name = 'logged'")
    const former = stage()
    replaceDatabase(place())
    expect([existsSync(`${file}-wal`), existsSync(`${former}-wal`)]).toEqual([false, true])
    reader.close()
    expect([nameOf(file), nameOf(former)]).toEqual(['restored', 'logged'])
  })

  it('replaces one that is damaged', () => {
    writeFileSync(file, 'not a database any more')
    const former = stage()
    expect(replaceDatabase(place())).toEqual({ former })
    expect([nameOf(file), readFileSync(former, 'utf8')]).toEqual(['restored', 'not a database any more'])
  })

  it('is in place after a crash at any step, and the former one is kept whole', () => {
    make(file, 'current')
    const former = stage()
    // The step that ended with the crash: the current one has its second name.
    linkSync(file, former)
    expect(nameOf(file)).toBe('current')
    expect(replaceDatabase(place())).toEqual({ former })
    expect([nameOf(file), nameOf(former)]).toEqual(['restored', 'current'])
    // The first name had to be given up where the file system has no links.
    rmSync(former)
    const again = stage()
    renameSync(file, again)
    expect(replaceDatabase(place())).toEqual({ former: undefined })
    expect([nameOf(file), nameOf(again)]).toEqual(['restored', 'restored'])
  })

  it('comes with files of the data directory, whose former ones are kept, whichever step a crash has ended', () => {
    const has = (path: string, text: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const text = (path: string) => readFileSync(join(folder, path), 'utf8')
    const interrupted = [
      () => {},
      (kept: string) => {
        mkdirSync(kept)
        renameSync(join(folder, 'brand'), join(kept, 'brand'))
      },
      (kept: string) => {
        mkdirSync(kept)
        renameSync(join(folder, 'brand'), join(kept, 'brand'))
        renameSync(join(folder, 'svc.db.restore-files/brand'), join(folder, 'brand'))
      },
    ]
    for (const interrupt of interrupted) {
      make(file, 'current')
      has('brand/logo.png', 'old')
      has('brand/old.ico', 'old')
      has('untouched.txt', 'own')
      make(`${file}.part-1`, 'restored')
      has('new-files/brand/logo.png', 'new')
      has('new-files/secret.key', 'new')
      const former = stageDatabase(place(), `${file}.part-1`, join(folder, 'new-files'))
      interrupt(`${former}-files`)
      expect(replaceDatabase(place())).toEqual({ former })
      expect([nameOf(file), text('brand/logo.png'), text('secret.key'), text('untouched.txt')]).toEqual([
        'restored',
        'new',
        'new',
        'own',
      ])
      expect(readdirSync(join(folder, 'brand'))).toEqual(['logo.png'])
      expect(readdirSync(`${former}-files/brand`).sort()).toEqual(['logo.png', 'old.ico'])
      for (const name of files()) rmSync(join(folder, name), { recursive: true })
    }
  })

  it('is not replaced by files whose database is missing', () => {
    make(file, 'current')
    mkdirSync(`${file}.restore-files/brand`, { recursive: true })
    expect(replaceDatabase(place())).toBeUndefined()
    expect([nameOf(file), files()]).toEqual(['current', ['svc.db']])
  })

  it('is taken back when the program cannot start with it, together with its files', () => {
    const has = (path: string, text: string) => {
      mkdirSync(join(folder, path, '..'), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    make(file, 'current')
    has('secret.key', 'own')
    make(`${file}.part-1`, 'restored')
    has('new-files/secret.key', 'foreign')
    has('new-files/brand/logo.png', 'foreign')
    const former = stageDatabase(place(), `${file}.part-1`, join(folder, 'new-files'))
    replaceDatabase(place())
    // Of a program that was killed.
    writeFileSync(`${file}-wal`, 'of the restored one')
    undoReplacement(place(), former)
    const failed = former.replace('pre-restore', 'failed-restore')
    expect([existsSync(`${file}-wal`), readFileSync(`${failed}-wal`, 'utf8')]).toEqual([false, 'of the restored one'])
    rmSync(`${failed}-wal`)
    expect([nameOf(file), nameOf(failed), readFileSync(join(folder, 'secret.key'), 'utf8')]).toEqual([
      'current',
      'restored',
      'own',
    ])
    expect(readdirSync(`${failed}-files`)).toEqual(['secret.key'])
    expect(replaceDatabase(place())).toBeUndefined()
  })
})
