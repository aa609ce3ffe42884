import { startFilesAgent } from './files-agent.ts'

// An agent that has received half of an upload when it is killed. Its argument is the root.

const [root = ''] = process.argv.slice(2)
const files = await startFilesAgent({ root_paths: [root] })
await files.begin('t', `${root}/new`, 10)
await files.chunk('t', 0, 'half')
console.log(files.agent.stateDir)
