// The browser's start: takes over the HTML that the server rendered, or renders into an empty shell.
import './styles/app.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { readPageData } from './lib/page-data'
import { App, createAppRouter } from './router'

const root = document.getElementById('root') as HTMLElement
const router = createAppRouter(readPageData(document))

if (root.firstElementChild) {
  // Tells the router that its first render must equal the server's; without it React throws the HTML away.
  router.ssr = { manifest: undefined }
  await router.load()
  hydrateRoot(root, <App router={router} />)
} else {
  createRoot(root).render(<App router={router} />)
}
