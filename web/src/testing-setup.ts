// Before the tests of a file. On a busy machine what is waited for comes late: a test ends by its own timeout, not by a
// shorter one of the library that it looks with.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  configure({ asyncUtilTimeout: 15_000 })
}

export {}
