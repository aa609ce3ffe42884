// A namespace of `index.ts` itself would put all that it exports into the chunk of the first page.
export * from './index.ts'
