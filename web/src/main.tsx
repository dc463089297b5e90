import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import "./page.css";

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(<App />);
