/** The steps of the first start. */
export const firstRun = {
  'first-run.steps': 'Steps',
  'first-run.at': 'Step {{step, number}} of {{steps, number}}: {{name}}',
  'first-run.step.connect': 'Connect',
  'first-run.step.folders': 'Folders',
  'first-run.step.first-scan': 'First scan',
  'first-run.first-scan': 'Put a first scan into one of these folders, or drag it onto this window',
  'first-run.first-scan.text': 'A PDF, a JPEG or a PNG, saved or scanned. Intray sees it within seconds.',
  'first-run.no-folders': 'No folder is watched yet, so nothing can be sent. You can choose one at any time under “Companies”.',
  'first-run.waiting': 'Waiting for the first document…',
  'first-run.seen.under-way': 'Intray has seen it and is sending it.',
  'first-run.seen.received': 'It reached your accountant. You are set up: from now on Intray does this by itself.',
  'first-run.seen.asks': 'Intray has seen files and wants to ask you about them. The overview has the question.',
  'first-run.seen.unfit': 'Intray has seen it, but it cannot be sent as it is. The overview says why.',
  'first-run.to-overview': 'Go to the overview',
  'first-run.create': 'Create both folders for me',
  'first-run.create-one': 'Create it for me',
  'first-run.create.text': 'Intray creates these two folders and watches them:',
  'first-run.create.exists': 'already exists',
  'first-run.watched': 'Watched',
  'first-run.title': 'Welcome to Intray',
  'first-run.text':
    'Drop your scans into a folder. Intray sends each of them to your accountant exactly once, and tells you what became of it.',
  'first-run.installation': 'Open the file from your invitation',
  'first-run.installation.text': 'It says where the import service is, and holds nothing secret. You can also paste what is in it.',
  'first-run.connect': 'Connect your company',
  'first-run.connect.text':
    'Your accountant gave you an identifier and a secret for each company. Paste them here: Intray checks them at once.',
  'first-run.folders': 'Choose your folders',
  'first-run.folders.text':
    'One for purchases, one for sales. What you put there is sent; your files stay where they are and are never changed or deleted.',
  'first-run.folders.later': 'Later',
} as const;
