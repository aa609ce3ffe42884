import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import widgets from '../src/index.ts'
import { archive, collection, source } from './sources.ts'

/** The fixture of the crash test. */
export const live = (dataDir: string) => createTestKernel({ plugins: [system, enrollment, widgets], dataDir })

/** Single modules, and the modules of one collection. */
export const alone = ['org.example.one', 'org.example.two']
export const together = ['org.example.a', 'org.example.b', 'org.example.c']

/** Large enough for writes to take some time. */
const codeOf = (id: string, version: string) =>
  `export default ${JSON.stringify(`${id} ${version}`)} // ${'x'.repeat(40_000)}`

/** The source of a module of this version. */
export const moduleOf = (id: string, version: string) => source({ id, version }, codeOf(id, version))

export const archiveOf = (version: string) =>
  archive([
    collection(...together.map((id) => `${id}/widget.js`)),
    ...together.map((id) => ({ name: `${id}/widget.js`, content: moduleOf(id, version) })),
  ])
