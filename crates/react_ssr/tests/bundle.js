// A stand-in for the web app's server bundle: an ES module that does, on request, what a page must never do.
const cases = {
  page: ({ name }) => `<p>${name}</p>`,
  later: async ({ name }) => {
    await null
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    return `<p>${name}, later</p>`
  },
  message: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      port2.postMessage('posted')
    }),
  fails: () => {
    throw new TypeError('no such event')
  },
  rejects: async () => {
    await null
    throw new RangeError('too late')
  },
  throwsText: () => {
    throw 'only words'
  },
  loops: () => {
    for (;;);
  },
  loopsInJobs: async () => {
    for (;;) await null
  },
  loopsInTimers: () => new Promise(() => {
    const again = () => setTimeout(again, 1)
    again()
  }),
  loopsAndCatches: () => {
    for (;;) {
      try {
        for (;;);
      } catch {}
    }
  },
  slowPattern: () => String(/^(a+)+$/.test(`${'a'.repeat(40)}!`)),
  waitsForever: () => new Promise(() => {}),
  bombOfArrays: () => {
    const all = []
    for (;;) all.push(new Array(1000).fill(all.length))
  },
  bombOfText: () => {
    let text = 'tukio'
    const all = []
    for (;;) all.push((text += text).split(''))
  },
  bombOfBytes: () => {
    const all = []
    for (;;) all.push(new Uint8Array(1 << 20))
  },
  recurses: () => {
    const down = (n) => down(n + 1) + 1
    return String(down(0))
  },
  leaks: () => {
    globalThis.kept = [...(globalThis.kept ?? []), new Array(12_500).fill(0.5)]
    return String(globalThis.kept.length)
  },
  leavesATimer: () => {
    setTimeout(() => (globalThis.strayed = true), 1)
    return 'left'
  },
  strayed: () => String(globalThis.strayed === true),
  script: ({ code }) => String(new Function(`return (${code})`)()),
}

globalThis.render = async (input) => {
  const { url, data } = JSON.parse(input)
  return JSON.stringify({ html: await cases[url](data), status: 200 })
}
export default globalThis.render
