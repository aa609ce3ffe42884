import { expect, it } from 'vitest'
import { pickedFiles } from './picked-files.ts'

const file = (path: string): File => {
  const made = new File(['x'], path.split('/').at(-1) ?? '')
  return path.includes('/') ? Object.defineProperty(made, 'webkitRelativePath', { value: path }) : made
}

it('puts files into the current folder', () => {
  const { files, directories } = pickedFiles([file('a.txt'), file('b.txt')], '/srv')
  expect(files.map(({ path }) => path)).toEqual(['/srv/a.txt', '/srv/b.txt'])
  expect(directories).toEqual([])
})

it('keeps the folders of a chosen folder, in the notation of the host', () => {
  const chosen = [file('site/index.html'), file('site/css/main.css'), file('site/css/dark.css')]
  expect(pickedFiles(chosen, '/srv').directories).toEqual(['/srv/site', '/srv/site/css'])
  const { files, directories } = pickedFiles(chosen, 'D:\\www')
  expect(files[1]?.path).toBe('D:\\www\\site\\css\\main.css')
  expect(directories).toEqual(['D:\\www\\site', 'D:\\www\\site\\css'])
})
