import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, base64, makeWorld, sha256, type World } from '../test/world.ts'

let world: World
let id: string
let agent: Agent
beforeEach(async () => {
  world = await makeWorld()
  ;({ id, agent } = await world.server('web'))
})
afterEach(() => world.kernel.close())

const done = { type: 'file_op_result', success: true }
const entry = (name: string) => ({
  name,
  path: `/srv/${name}`,
  file_type: 'File',
  size: 3,
  modified: 1_770_000_000,
  permissions: 'rw-r--r--',
  owner: 'root',
  group: 'root',
})

describe('a list', () => {
  it('is read in parts that fit into messages', async () => {
    const names = Array.from({ length: 4500 }, (_, i) => `f${i}`)
    const answer = world.call('POST', `${id}/list`, { path: '/srv' })
    for (const offset of [0, 2000, 4000]) {
      const entries = names.slice(offset, offset + 2000).map(entry)
      const asked = await agent.reply('file_list', { type: 'file_list_result', path: '/srv', entries, total: 4500 })
      expect(asked).toMatchObject({ path: '/srv', offset, limit: 2000 })
    }
    const { entries, total } = await answer
    expect([entries.length, total, entries.at(-1).name]).toEqual([4500, 4500, 'f4499'])
  })

  it('is one part on request', async () => {
    const answer = world.call('POST', `${id}/list`, { path: '/srv', offset: 10, limit: 1 })
    const part = { type: 'file_list_result', path: '/srv', entries: [entry('x')], total: 4500 }
    expect(await agent.reply('file_list', part)).toMatchObject({ offset: 10, limit: 1 })
    expect(await answer).toEqual({ entries: [entry('x')], total: 4500 })
  })

  it('is all that an agent without parts sends', async () => {
    const answer = world.call('POST', `${id}/list`, { path: '/srv' })
    await agent.reply('file_list', { type: 'file_list_result', path: '/srv', entries: [entry('x')] })
    expect(await answer).toEqual({ entries: [entry('x')], total: 1 })
  })

  it('ends when the directory shrinks meanwhile', async () => {
    const answer = world.call('POST', `${id}/list`, { path: '/srv' })
    await agent.reply('file_list', { type: 'file_list_result', path: '/srv', entries: [entry('x')], total: 3 })
    await agent.reply('file_list', { type: 'file_list_result', path: '/srv', entries: [], total: 1 })
    expect((await answer).entries).toEqual([entry('x')])
  })

  it('and stat are audited only when the host refuses them', async () => {
    const listed = world.call('POST', `${id}/list`, { path: '/srv' })
    await agent.reply('file_list', { type: 'file_list_result', path: '/srv', entries: [] })
    await listed
    const stat = world.call('POST', `${id}/stat`, { path: '/srv/x' })
    await agent.reply('file_stat', { type: 'file_stat_result', entry: entry('x') })
    expect(await stat).toEqual({ entry: entry('x') })
    expect(world.audited()).toEqual([])

    const error = 'outside of the allowed directories'
    const refused = world.ask('POST', `${id}/list`, { path: '/etc' })
    await agent.reply('file_list', { type: 'file_list_result', path: '/etc', entries: [], error, code: 'denied' })
    const answer = await refused
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'FORBIDDEN'])
    expect(answer.body).toContain(error)
    const reason = expect.stringContaining(error)
    expect(world.audited()).toEqual([['file_list_denied', { server_id: id, path: '/etc', reason }]])
  })
})

describe('a text', () => {
  const read = async (reply: object) => {
    const answer = world.ask('POST', `${id}/read`, { path: '/srv/a.txt' })
    await agent.reply('file_read', { type: 'file_read_result', content: null, ...reply })
    return answer
  }

  it('is read with its version, byte for byte', async () => {
    const text = '\ufeffgrüße\r\n'
    const answer = await read({ content: base64(text), modified: 1_770_000_000, sha256: 'what the agent says' })
    const version = { size: Buffer.byteLength(text), sha256: sha256(text) }
    expect(answer.json()).toEqual({ data: { content: text, modified: 1_770_000_000, ...version } })
    expect(world.audited()).toEqual([
      ['file_read', { server_id: id, path: '/srv/a.txt', size: version.size, outcome: 'success' }],
    ])
  })

  it('may be empty', async () => {
    expect((await read({ content: '' })).json().data).toMatchObject({ content: '', size: 0, modified: null })
  })

  it.each<[string, Buffer]>([
    ['binary', Buffer.from([0xff, 0xfe, 0x41])],
    ['UTF-16', Buffer.from('text', 'utf16le')],
    ['cut in a character', Buffer.from('ü').subarray(0, 1)],
  ])('that is %s is an error', async (_, bytes) => {
    const answer = await read({ content: base64(bytes) })
    expect([answer.statusCode, answer.json().error.details]).toEqual([400, { code: 'files.NOT_TEXT' }])
  })

  it.each<[string, string | null]>([
    ['junk', '****'],
    ['cut', 'YWJ'],
    ['nothing', null],
    ['too much', base64(Buffer.alloc(393_217, 'a'))],
  ])('an agent that sends %s', async (_, content) => {
    const answer = await read({ content })
    expect([answer.statusCode, answer.json().error.details]).toEqual([502, { code: 'files.AGENT_DATA_INVALID' }])
    expect(world.audited()).toMatchObject([['file_read', { outcome: 'failure' }]])
  })

  it.each([
    [undefined, undefined],
    [null, ''],
    [sha256('old'), sha256('old')],
  ])('is written over version %s', async (expected_sha256, sent) => {
    const content = 'grüße\n'
    const answer = world.call('POST', `${id}/write`, { path: '/srv/a.txt', content, expected_sha256 })
    const message = await agent.reply('file_write', done)
    expect(message).toMatchObject({ path: '/srv/a.txt', content: base64(content) })
    expect(message.expected_sha256).toBe(sent)
    const version = { size: 8, sha256: sha256(content) }
    expect(await answer).toEqual({ success: true, ...version })
    expect(world.audited()).toEqual([
      ['file_write', { server_id: id, path: '/srv/a.txt', ...version, outcome: 'success' }],
    ])
  })

  it('that somebody else has changed is a conflict', async () => {
    const body = { path: '/srv/a.txt', content: 'mine', expected_sha256: sha256('old') }
    const answer = world.ask('POST', `${id}/write`, body)
    const error = 'the file has changed'
    await agent.reply('file_write', { type: 'file_op_result', success: false, error, code: 'conflict' })
    expect((await answer).statusCode).toBe(409)
    expect(world.audited()).toMatchObject([['file_write', { outcome: 'failure', error }]])
    expect(JSON.stringify(world.audited())).not.toContain('mine')
  })

  it.each<[string, string, number]>([
    ['too long', 'ü'.repeat(200_000), 413],
    ['not Unicode', '\ud800', 400],
  ])('that is %s is not sent', async (_, content, status) => {
    const answer = await world.ask('POST', `${id}/write`, { path: '/srv/a', content })
    expect([answer.statusCode, agent.countOf('file_write')]).toEqual([status, 0])
  })
})

describe('a change', () => {
  it.each<[string, object, string, object, string]>([
    ['delete', { path: '/srv/a' }, 'file_delete', { recursive: false }, '/srv/a'],
    ['delete', { path: '/srv/a', recursive: true }, 'file_delete', { recursive: true }, '/srv/a'],
    ['mkdir', { path: '/srv/b/c' }, 'file_mkdir', { path: '/srv/b/c' }, '/srv/b/c'],
    ['move', { from: '/srv/a', to: '/srv/b' }, 'file_move', { to: '/srv/b', overwrite: true }, '/srv/a'],
    ['move', { from: '/srv/a', to: '/srv/b', overwrite: false }, 'file_move', { overwrite: false }, '/srv/a'],
  ])('%s %j is sent and audited', async (operation, body, type, message, path) => {
    const answer = world.call('POST', `${id}/${operation}`, body)
    expect(await agent.reply(type, done)).toMatchObject(message)
    expect(await answer).toEqual({ success: true })
    expect(world.audited()).toMatchObject([[`file_${operation}`, { server_id: id, path, outcome: 'success' }]])
  })

  it.each<[object, number, string]>([
    [{ error: 'the name is on the deny list', code: 'denied' }, 403, 'file_delete_denied'],
    [{ error: 'File capability disabled' }, 403, 'file_delete_denied'],
    [{ error: 'no such file', code: 'not_found' }, 404, 'file_delete'],
    [{ error: 'directory not empty', code: 'failed' }, 400, 'file_delete'],
    [{ error: 'words of a peer' }, 400, 'file_delete'],
  ])('refused with %j is %i and audited as %s', async (refusal, status, action) => {
    const answer = world.ask('POST', `${id}/delete`, { path: '/srv/a' })
    await agent.reply('file_delete', { type: 'file_op_result', success: false, ...refusal })
    expect((await answer).statusCode).toBe(status)
    const entries = world.audited()
    expect(entries.map(([name]) => name)).toEqual([action])
    expect(entries[0]?.[1]).toMatchObject({ server_id: id, path: '/srv/a' })
  })
})

describe('a path', () => {
  it.each<[string, string, string]>([
    ['that is empty', '', 'kernel.NOT_EMPTY'],
    ['that is relative', 'srv/a', 'files.PATH_NOT_ABSOLUTE'],
    ['that goes up', '../etc', 'files.PATH_NOT_ABSOLUTE'],
    ['relative to a drive', 'C:x', 'files.PATH_NOT_ABSOLUTE'],
    ['with NUL', '/srv/a\0b', 'files.PATH_CHARACTERS'],
    ['of 4097 bytes', `/${'ü'.repeat(2048)}`, 'files.PATH_TOO_LONG'],
  ])('%s is refused here already', async (_, path, code) => {
    const operations = ['list', 'stat', 'read', 'write', 'delete', 'mkdir', 'download']
    for (const operation of operations) {
      const answer = await world.ask('POST', `${id}/${operation}`, { path, content: '' })
      expect([operation, answer.statusCode, answer.json().error.details[0].code]).toEqual([operation, 400, code])
    }
    for (const body of [
      { from: path, to: '/a' },
      { from: '/a', to: path },
    ]) {
      expect((await world.ask('POST', `${id}/move`, body)).statusCode).toBe(400)
    }
    expect(agent.frames.filter(({ type }) => type.startsWith('file_'))).toEqual([])
  })

  it('with half a surrogate pair is refused with the whole body', async () => {
    const answer = await world.ask('POST', `${id}/list`, { path: '/srv/\ud800' })
    expect([answer.statusCode, answer.json().error.details]).toMatchObject([400, { code: 'kernel.BODY_NOT_UNICODE' }])
    expect(agent.frames.filter(({ type }) => type.startsWith('file_'))).toEqual([])
  })

  it.each([
    ['of the root', '/'],
    ['with a line break', '/srv/a\nb'],
    ['with dots', '/srv/..'],
    ['of a drive', 'C:\\Users'],
    ['of a drive with slashes', 'C:/Users'],
    ['of a share', '\\\\host\\share'],
    ['of 4096 bytes', `/${'a'.repeat(4095)}`],
  ])('%s goes to the host, which decides', async (_, path) => {
    const answer = world.call('POST', `${id}/stat`, { path })
    expect(await agent.reply('file_stat', { type: 'file_stat_result', entry: entry('x') })).toMatchObject({ path })
    await answer
  })
})

describe('without access', () => {
  it('the refusal of a capability is audited, and nothing is sent', async () => {
    const denied = await world.server('denied', { agent_local_capabilities: 0 })
    for (const operation of ['list', 'stat', 'read', 'write', 'delete', 'mkdir', 'move', 'download', 'upload']) {
      const body = { path: '/a', content: '', from: '/a', to: '/b' }
      const answer = await world.ask('POST', `${denied.id}/${operation}`, body)
      expect([operation, answer.statusCode]).toEqual([operation, 403])
    }
    expect(world.audited().map(([action]) => action)).toEqual([
      'file_list_denied',
      'file_stat_denied',
      'file_read_denied',
      'file_write_denied',
      'file_delete_denied',
      'file_mkdir_denied',
      'file_move_denied',
      'file_download_denied',
      'file_upload_denied',
    ])
    expect(denied.agent.frames.filter(({ type }) => type.startsWith('file_'))).toEqual([])
  })

  it('members get 403, and a server that is offline is 404', async () => {
    expect((await world.ask('POST', `${id}/list`, { path: '/' }, 'member')).statusCode).toBe(403)
    expect((await world.ask('GET', 'transfers', undefined, 'member')).statusCode).toBe(403)
    agent.terminate()
    await expect.poll(async () => (await world.ask('POST', `${id}/list`, { path: '/' })).statusCode).toBe(404)
  })

  it('an agent that does not reply is 504', async () => {
    const answer = world.ask('POST', `${id}/stat`, { path: '/srv' })
    await agent.next('file_stat')
    await world.kernel.clock.advance(30_000)
    expect((await answer).statusCode).toBe(504)
  })
})
