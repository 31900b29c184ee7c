/** The completion script for fish, which quotes names from the disk itself. */
export const fishScript = `function __skillwright_complete
    set -l current (commandline -ct)
    set -l lines (skillwright __complete -- (commandline -opc) "$current" 2>/dev/null)
    switch "$lines[-1]"
        case :none :nospace
            printf '%s\\n' $lines[1..-2]
        case :directories
            __fish_complete_directories "$current"
        case '*'
            __fish_complete_path "$current"
    end
end

for name in skills skillwright skills-ref
    complete -c $name -f -a '(__skillwright_complete)'
end
`;
