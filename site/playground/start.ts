// The worker has the policy of the page only if the page makes its script: one from an address would have none.
/** Starts the worker, whose module is beside the one of the page. */
export function startWorker(): Worker {
  const module = new URL("worker.js", import.meta.url).href;
  const script = new Blob([`import ${JSON.stringify(module)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(script), { type: "module" });
}
