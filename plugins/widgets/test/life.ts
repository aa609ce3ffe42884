import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import system from '@svc/plugin-system'
import widgets from '../src/index.ts'
import { archive, collection, source } from './sources.ts'

/** A program with widget modules that may be killed at any moment. */
export const live = (dataDir: string) => createTestKernel({ plugins: [system, enrollment, widgets], dataDir })

/** Modules that come alone, and those that come together in one archive. */
export const alone = ['org.example.one', 'org.example.two']
export const together = ['org.example.a', 'org.example.b', 'org.example.c']

/** Long enough for a write to take a while. */
const codeOf = (id: string, version: string) =>
  `export default ${JSON.stringify(`${id} ${version}`)} // ${'x'.repeat(40_000)}`

/** What a module of this version is made of. */
export const moduleOf = (id: string, version: string) => source({ id, version }, codeOf(id, version))

export const archiveOf = (version: string) =>
  archive([
    collection(...together.map((id) => `${id}/widget.js`)),
    ...together.map((id) => ({ name: `${id}/widget.js`, content: moduleOf(id, version) })),
  ])
