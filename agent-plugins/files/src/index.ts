import { isAbsolute } from 'node:path'
import { Type } from '@sinclair/typebox'
import { defineAgentPlugin, type Handler, handle, type Link } from '@svc/agent-sdk'
import {
  deleteFile,
  downloadFile,
  filesExtrasFeature,
  listFiles,
  makeDirectory,
  moveFile,
  readFile,
  statFile,
  uploadFile,
  writeFile,
} from '@svc/plugin-files/wire'
import { decodeBase64 } from './base64.ts'
import { deletePath, makeDirectories, movePath } from './changes.ts'
import { defaultDenyPatterns, makeDenyPatterns } from './deny-patterns.ts'
import { download } from './download.ts'
import { makeLists, statEntry } from './entries.ts'
import { makeLeftovers } from './leftovers.ts'
import { failed, toRefusal } from './refusal.ts'
import { makeSandbox } from './sandbox.ts'
import { readContent, writeContent } from './texts.ts'
import { makeUploads } from './uploads.ts'

const defaultLimit = 5000
/** What fits into a frame. */
const maxReadBytes = 524_288

/** Turns errors of system calls into those that the server understands. */
const refusing =
  <P extends unknown[]>(run: (...given: P) => Promise<void>) =>
  (...given: P) =>
    run(...given).catch((error) => {
      throw toRefusal(error)
    })

const done = { success: true, error: null, code: null }

export default defineAgentPlugin({
  id: 'files',
  config: Type.Object({
    file: Type.Object({
      enabled: Type.Boolean({ default: false, description: 'serves files below `file.root_paths`' }),
      root_paths: Type.Array(Type.String(), {
        default: [],
        description: 'absolute paths of the directories that administrators may read and change',
      }),
      max_file_size: Type.Integer({
        default: 1_073_741_824,
        minimum: 0,
        description: 'bytes of the largest file that can be read, downloaded or uploaded',
      }),
      deny_patterns: Type.Array(Type.String(), {
        default: defaultDenyPatterns,
        description: 'blocked names of files and directories; `*` stands for any characters, case is ignored',
      }),
    }),
  }),
  async setup({ config: { file }, log, stateDir }) {
    if (!file.enabled) return { unavailable: { file: 'file.enabled is false' } }
    const roots = file.root_paths.filter((path) => path !== '')
    const relative = roots.find((path) => !isAbsolute(path))
    if (relative !== undefined) return { unavailable: { file: `file.root_paths must be absolute: ${relative}` } }
    if (roots.length === 0) return { unavailable: { file: 'file.root_paths is empty' } }

    let link: Link | undefined
    const maxBytes = file.max_file_size
    const sandbox = makeSandbox({ roots, isDenied: makeDenyPatterns(file.deny_patterns) })
    const leftovers = makeLeftovers(stateDir, log)
    await leftovers.sweep(sandbox)
    const lists = makeLists(sandbox)
    const uploads = makeUploads({ sandbox, leftovers, maxBytes, link: () => link })

    const handlers: Handler[] = [
      handle(
        listFiles,
        refusing(async ({ path, offset, limit }, { reply, signal }) => {
          const part = await lists.list(path, offset ?? 0, limit ?? defaultLimit, signal)
          await reply({ path, ...part, error: null, code: null })
        }),
      ),
      handle(
        statFile,
        refusing(async ({ path }, { reply }) => {
          await reply({ entry: await statEntry(sandbox, path), error: null, code: null })
        }),
      ),
      handle(
        readFile,
        refusing(async ({ path, max_size }, { reply }) => {
          const { content, modified, sha256 } = await readContent(
            sandbox,
            path,
            Math.min(max_size, maxReadBytes, maxBytes),
          )
          await reply({ content: content.toString('base64'), modified, sha256, error: null, code: null })
        }),
      ),
      handle(
        writeFile,
        refusing(async ({ path, content, expected_sha256 }, { reply }) => {
          const decoded = decodeBase64(content)
          if (decoded.length > maxBytes) throw failed(`the file has ${decoded.length} bytes; the limit is ${maxBytes}`)
          await writeContent(sandbox, leftovers, path, decoded, expected_sha256)
          await reply(done)
        }),
      ),
      handle(
        deleteFile,
        refusing(async ({ path, recursive }, { reply, signal }) => {
          await deletePath(sandbox, path, recursive, signal)
          await reply(done)
        }),
      ),
      handle(
        makeDirectory,
        refusing(async ({ path }, { reply }) => {
          await makeDirectories(sandbox, path)
          await reply(done)
        }),
      ),
      handle(
        moveFile,
        refusing(async ({ from, to, overwrite }, { reply }) => {
          await movePath(sandbox, from, to, overwrite ?? true)
          await reply(done)
        }),
      ),
      handle(
        downloadFile,
        refusing((start, context) => download(sandbox, maxBytes, start, context)),
      ),
      handle(
        uploadFile,
        refusing((start, context) => uploads.upload(start, context)),
      ),
    ]
    return {
      features: () => [filesExtrasFeature],
      handlers,
      connected(connected) {
        link = connected
      },
      async close() {
        lists.close()
        await uploads.close()
      },
    }
  },
})
